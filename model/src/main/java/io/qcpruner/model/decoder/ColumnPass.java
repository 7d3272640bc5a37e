package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Member;
import io.qcpruner.model.nn.Member.Share;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Members take outputs of every product: each reads, and widens, its own part of the weights and no
 * other. A product needs all outputs of the one before, so they meet before each; norms are cheap
 * and computed by every member for itself.
 */
final class ColumnPass implements SharedPass {
  private static final int COLUMNS = 2;

  private final DecoderConfig config;
  private final DecoderLayer layer;
  private final LayerPass pass;
  private final List<Workspace> scratch;
  private final SharedAttention attention;
  private final Tensor h; // [1, n, D]
  private final Tensor mid; // [1, n, D], at the end the rows leaving the layer
  private final Tensor gated; // [1, n, D_ff]

  ColumnPass(DecoderConfig config, DecoderLayer layer, Tensor h, LayerPass pass, int members) {
    this.config = config;
    this.layer = layer;
    this.pass = pass;
    this.scratch = pass.workspace().forMembers(members);
    this.attention = new SharedAttention(config, h, pass);
    this.h = h;
    this.mid = SharedAttention.likeRows(h, config.hiddenSize());
    this.gated = SharedAttention.likeRows(h, config.intermediateSize());
  }

  @Override
  public void run(Member member) {
    Scopes.run(() -> run(member, layer.products().of(member), scratch.get(member.index())));
  }

  private void run(Member member, LayerProducts mine, Workspace workspace) {
    Share columns = member.share(config.hiddenSize());
    Scopes.run(() -> enter(member, mine, workspace));
    if (!attendsWithItsOwn()) {
      member.meet();
    }
    Scopes.run(() -> attention.attend(member.share(config.kvHeads())));
    member.meet();
    Scopes.run(
        () -> {
          Tensor added = mine.o().forward(attention.attended(), workspace);
          torch.add_out(columns.of(mid, COLUMNS), added, columns.of(h, COLUMNS));
        });
    member.meet();
    Scopes.run(
        () -> {
          Share inner = member.share(config.intermediateSize());
          Tensor part = mine.gated(layer.postNorm().forward(mid), workspace);
          inner.of(gated, COLUMNS).copy_(part);
        });
    member.meet();
    Scopes.run(() -> columns.of(mid, COLUMNS).add_(mine.down().forward(gated, workspace)));
  }

  private void enter(Member member, LayerProducts mine, Workspace workspace) {
    Tensor a = layer.inputNorm().forward(h);
    attention.putHeads(
        mine.attentionInputs(a, pass.rotary(), workspace),
        member.share(config.heads()),
        member.share(config.kvHeads()));
  }

  /** Whether every member's query heads are those of its key heads. */
  private boolean attendsWithItsOwn() {
    return config.kvHeads() % scratch.size() == 0;
  }

  @Override
  public Tensor finish() {
    attention.tap();
    return mid;
  }
}
