package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Member;
import io.qcpruner.model.nn.Member.Share;
import io.qcpruner.model.nn.Scopes;
import org.bytedeco.pytorch.Tensor;

/**
 * Members take rows. Those are independent of each other but for attention, and there heads are, so
 * members meet twice: before they attend, and before they go on with their rows.
 */
final class RowPass implements SharedPass {
  private final DecoderConfig config;
  private final DecoderLayer layer;
  private final LayerPass pass;
  private final SharedAttention attention;
  private final Tensor h; // [1, n, D]
  private final Tensor out; // [1, n, D]

  RowPass(DecoderConfig config, DecoderLayer layer, Tensor h, LayerPass pass) {
    this.config = config;
    this.layer = layer;
    this.pass = pass;
    this.attention = new SharedAttention(config, h, pass);
    this.h = h;
    this.out = SharedAttention.likeRows(h, config.hiddenSize());
  }

  @Override
  public void run(Member member) {
    Share rows = member.share(h.size(1));
    Scopes.run(() -> enter(rows));
    member.meet();
    Scopes.run(() -> attention.attend(member.share(config.kvHeads())));
    member.meet();
    Scopes.run(() -> leave(rows));
  }

  private void enter(Share rows) {
    AttentionInputs in =
        layer.attentionInputs(
            rows.of(h, 1), pass.rotary().rows(rows.from(), rows.length()), pass.workspace());
    attention.putRows(in, rows);
  }

  private void leave(Share rows) {
    Tensor seen = rows.of(attention.attended(), 1);
    rows.of(out, 1).copy_(layer.leave(rows.of(h, 1), seen, pass.workspace()));
  }

  @Override
  public Tensor finish() {
    attention.tap();
    return out;
  }
}
