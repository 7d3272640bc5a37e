package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Set;

/**
 * Keeps the patches that the class row attends to most. Paper: "[CLS] Attention is All You Need for
 * Training-Free Visual Token Pruning: Make VLM Inference Faster". Symbols of the specification: a =
 * class attention, K = tokens per view.
 */
public final class FasterVlm extends TileMethod {

  private final boolean classRow;

  /**
   * @param classRow whether the tower has a class row; without one the score is the mean attention
   *     a patch receives, as the authors advise
   */
  public FasterVlm(boolean classRow) {
    this.classRow = classRow;
  }

  @Override
  public String name() {
    return "fastervlm";
  }

  @Override
  public String label() {
    return classRow ? "FasterVLM" : "FasterVLM (mean attention)";
  }

  @Override
  public Source source() {
    return new Source(
        "[CLS] Attention is All You Need for Training-Free Visual Token Pruning: Make VLM Inference"
            + " Faster (arXiv 2412.01818 v1)",
        "Theia-4869/FasterVLM @f5d5f12");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.CLASS_ATTENTION);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix attention = signals.get(Signal.CLASS_ATTENTION).requireFinite("class attention");
    Checks.rows("class attention", attention.rows(), vision.views());
    int[][] picks = new int[vision.views()][];
    for (int v = 0; v < picks.length; v++) {
      picks[v] = Kernels.topK(attention.row(v), perView);
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(attention.data())
        .result(TilePlan.of(vision, picks, false));
  }
}
