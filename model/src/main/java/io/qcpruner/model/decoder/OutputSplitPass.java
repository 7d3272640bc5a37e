package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Splits the outputs of every product between the workers, so that each reads and widens only its
 * own part of the weights. A product needs all outputs of the one before, so there is a barrier
 * between two products. Norms are cheap, so every worker computes them in full.
 */
final class OutputSplitPass implements TeamPass {
  private static final int OUTPUTS = 2;

  private final DecoderConfig config;
  private final DecoderLayer layer;
  private final LayerPass pass;
  private final List<Workspace> scratch;
  private final TeamAttention attention;
  private final Tensor h; // [1, n, D]
  private final Tensor mid; // [1, n, D], at the end the rows leaving the layer
  private final Tensor gated; // [1, n, D_ff]

  OutputSplitPass(DecoderConfig config, DecoderLayer layer, Tensor h, LayerPass pass, int workers) {
    this.config = config;
    this.layer = layer;
    this.pass = pass;
    this.scratch = pass.workspace().forWorkers(workers);
    this.attention = new TeamAttention(config, h, pass);
    this.h = h;
    this.mid = TeamAttention.likeRows(h, config.hiddenSize());
    this.gated = TeamAttention.likeRows(h, config.intermediateSize());
  }

  @Override
  public void run(Worker worker) {
    Scopes.run(() -> run(worker, layer.products().of(worker), scratch.get(worker.index())));
  }

  private void run(Worker worker, LayerProducts mine, Workspace workspace) {
    Slice columns = worker.slice(config.hiddenSize());
    Scopes.run(() -> enter(worker, mine, workspace));
    if (!ownsItsHeads()) {
      worker.barrier();
    }
    Scopes.run(() -> attention.attend(worker.slice(config.kvHeads())));
    worker.barrier();
    Scopes.run(
        () -> {
          Tensor added = mine.o().forward(attention.attended(), workspace);
          torch.add_out(columns.of(mid, OUTPUTS), added, columns.of(h, OUTPUTS));
        });
    worker.barrier();
    Scopes.run(
        () -> {
          Slice inner = worker.slice(config.intermediateSize());
          Tensor part = mine.gated(layer.postNorm().forward(mid), workspace);
          inner.of(gated, OUTPUTS).copy_(part);
        });
    worker.barrier();
    Scopes.run(() -> columns.of(mid, OUTPUTS).add_(mine.down().forward(gated, workspace)));
  }

  private void enter(Worker worker, LayerProducts mine, Workspace workspace) {
    Tensor a = layer.inputNorm().forward(h);
    attention.putHeads(
        mine.attentionInputs(a, pass.rotary(), workspace),
        worker.slice(config.heads()),
        worker.slice(config.kvHeads()));
  }

  /** Whether each worker computed all query heads that attend to its key heads. */
  private boolean ownsItsHeads() {
    return config.kvHeads() % scratch.size() == 0;
  }

  @Override
  public Tensor finish() {
    attention.tap();
    return mid;
  }
}
