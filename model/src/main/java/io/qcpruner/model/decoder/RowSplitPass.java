package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Worker;
import org.bytedeco.pytorch.Tensor;

/**
 * Splits the rows of a prompt between the workers. Rows are independent except in attention, where
 * heads are: so there are two barriers, before attention and after it.
 */
final class RowSplitPass implements TeamPass {
  private final DecoderConfig config;
  private final DecoderLayer layer;
  private final LayerPass pass;
  private final TeamAttention attention;
  private final Tensor h; // [1, n, D]
  private final Tensor out; // [1, n, D]

  RowSplitPass(DecoderConfig config, DecoderLayer layer, Tensor h, LayerPass pass) {
    this.config = config;
    this.layer = layer;
    this.pass = pass;
    this.attention = new TeamAttention(config, h, pass);
    this.h = h;
    this.out = TeamAttention.likeRows(h, config.hiddenSize());
  }

  @Override
  public void run(Worker worker) {
    Slice rows = worker.slice(h.size(1));
    Scopes.run(() -> enter(rows));
    worker.barrier();
    Scopes.run(() -> attention.attend(worker.slice(config.kvHeads())));
    worker.barrier();
    Scopes.run(() -> leave(rows));
  }

  private void enter(Slice rows) {
    AttentionInputs in =
        layer.attentionInputs(
            rows.of(h, 1), pass.rotary().rows(rows.from(), rows.length()), pass.workspace());
    attention.putRows(in, rows);
  }

  private void leave(Slice rows) {
    Tensor attended = rows.of(attention.attended(), 1);
    rows.of(out, 1).copy_(layer.leave(rows.of(h, 1), attended, pass.workspace()));
  }

  @Override
  public Tensor finish() {
    attention.tap();
    return out;
  }
}
