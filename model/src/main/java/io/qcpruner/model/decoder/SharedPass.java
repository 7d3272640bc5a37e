package io.qcpruner.model.decoder;

import io.qcpruner.model.config.DecoderConfig;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.Crew;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.Member;
import io.qcpruner.model.nn.Member.Share;
import io.qcpruner.model.nn.Scopes;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * One layer by several threads. Rows are independent of each other but for attention, and there
 * heads are, so members meet twice: before they attend, and before they go on with their rows. They
 * write to common tensors, each at places of its own.
 */
final class SharedPass implements Crew.Task {
  private final DecoderConfig config;
  private final DecoderLayer layer;
  private final LayerPass pass;
  private final Tensor h; // [1, n, D]
  private final Tensor rawQueries; // null if nobody asked
  private final Tensor rawKeys;
  private final Tensor queries; // [1, H, n, d_h]
  private final Tensor keys; // [1, H_kv, n, d_h], the cache's own
  private final Tensor values;
  private final Tensor attended; // [1, n, H·d_h]
  private final Tensor out; // [1, n, D]

  SharedPass(DecoderConfig config, DecoderLayer layer, Tensor h, LayerPass pass) {
    this.config = config;
    this.layer = layer;
    this.pass = pass;
    this.h = h;
    boolean tapped = pass.tap() != null;
    this.rawQueries = tapped ? byHead(config.heads()) : null;
    this.rawKeys = tapped ? byHead(config.kvHeads()) : null;
    this.queries = byHead(config.heads());
    KvCache cache = pass.cache();
    cache.reserve(h.size(1), config.kvHeads(), config.headDim(), h.options());
    this.keys = cache.keys();
    this.values = cache.values();
    this.attended = byRow((long) config.heads() * config.headDim());
    this.out = byRow(config.hiddenSize());
  }

  private Tensor byRow(long width) {
    long[] shape = {1, h.size(1), width};
    return torch.empty(shape, h.options(), new MemoryFormatOptional());
  }

  private Tensor byHead(int heads) {
    return Heads.split(byRow((long) heads * config.headDim()), heads);
  }

  @Override
  public void run(Member member) {
    Share rows = member.share(h.size(1));
    Scopes.run(() -> enter(rows));
    member.meet();
    Scopes.run(() -> attend(member.share(config.kvHeads())));
    member.meet();
    Scopes.run(() -> leave(rows));
  }

  private void enter(Share rows) {
    AttentionInputs in =
        layer.attentionInputs(
            h.narrow(1, rows.from(), rows.length()),
            pass.rotary().rows(rows.from(), rows.length()),
            pass.workspace());
    if (rawQueries != null) {
      write(in.rawQueries(), rawQueries, rows);
      write(in.rawKeys(), rawKeys, rows);
    }
    write(in.queries(), queries, rows);
    write(in.keys(), keys, rows);
    write(in.values(), values, rows);
  }

  private static void write(Tensor part, Tensor whole, Share rows) {
    whole.narrow(2, rows.from(), rows.length()).copy_(part);
  }

  /** All rows of some heads; a key head goes with the query heads of its group. */
  private void attend(Share kvHeads) {
    if (kvHeads.length() == 0) {
      return; // more members than key heads
    }
    long group = config.heads() / config.kvHeads();
    Tensor part =
        Attention.attend(
            queries.narrow(1, kvHeads.from() * group, kvHeads.length() * group),
            keys.narrow(1, kvHeads.from(), kvHeads.length()),
            values.narrow(1, kvHeads.from(), kvHeads.length()),
            pass.mask());
    long from = kvHeads.from() * group * config.headDim();
    attended.narrow(2, from, part.size(2)).copy_(part);
  }

  private void leave(Share rows) {
    Tensor mine = h.narrow(1, rows.from(), rows.length());
    Tensor seen = attended.narrow(1, rows.from(), rows.length());
    out.narrow(1, rows.from(), rows.length()).copy_(layer.leave(mine, seen, pass.workspace()));
  }

  /** The rows leaving the layer; what was asked for is handed over. */
  Tensor finish() {
    if (pass.tap() != null) {
      pass.tap().record(rawQueries, rawKeys, queries, keys);
    }
    return out;
  }
}
