package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.Picks;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import java.util.Set;

/**
 * Covers the question's words and the picture's patches at once by the sum of two facility-location
 * terms. Paper: "MMTok: Multimodal Coverage Maximization for Efficient Inference of VLMs". Symbols
 * of the specification: x = projected rows, v = tower rows, z = question embedding, alpha, tau_tv
 * and tau_vv = {@link AdditiveCoverage}.
 */
public final class MmTok extends TileMethod {

  /**
   * @param excludePadding whether patches that show only the square padding may not be picked
   *     (LLaVA-1.5)
   * @param words how a question is prepared
   */
  public record Parameters(
      AdditiveCoverage coverage, boolean excludePadding, QuestionWords words) {}

  private final Parameters parameters;

  public MmTok(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "mmtok";
  }

  @Override
  public String label() {
    return "MMTok";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Source source() {
    return new Source(
        "MMTok: Multimodal Coverage Maximization for Efficient Inference of VLMs",
        "Ironieser/MMTok @d1522cd");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.PROJECTED, Signal.TOWER_STATES, Signal.QUESTION_EMBEDDING);
  }

  @Override
  public List<String> questionWords(String userText) {
    return parameters.words.of(userText);
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix projected = signals.get(Signal.PROJECTED).requireFinite("projected");
    Matrix tower = signals.get(Signal.TOWER_STATES).requireFinite("tower states");
    Matrix words = signals.get(Signal.QUESTION_EMBEDDING).requireFinite("question embedding");
    Checks.rows("projected", projected.rows(), vision.views() * vision.patches());
    Checks.rows("tower states", tower.rows(), vision.towerRows());
    Checks.atLeast("question embedding rows", words.rows(), 1);
    int[] eligible = eligible(vision, perView, trace);
    int[][] picks = new int[vision.views()][];
    float[] gains = {};
    double objective = 0;
    for (int v = 0; v < picks.length; v++) {
      int from = v * vision.patches();
      int row = vision.towerRow(v, 0);
      Matrix targets =
          parameters.coverage.targets(
              Kernels.cosine(words, projected.rows(from, from + vision.patches())),
              Kernels.cosine(tower.rows(row, row + vision.patches())));
      Picks chosen = parameters.coverage.select(targets, eligible, perView);
      picks[v] = chosen.order();
      gains = Indices.concat(gains, chosen.gains());
      objective += chosen.objective();
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .gains(gains)
        .objective(objective)
        .result(TilePlan.of(vision, picks, true));
  }

  private int[] eligible(VisionLayout vision, int perView, TraceBuilder trace) {
    int[] all = Indices.range(vision.patches());
    if (!parameters.excludePadding || vision.views() > 1) {
      return all;
    }
    int[] visible = PaddingBars.visible(vision);
    if (visible.length < perView) {
      trace.note("only " + visible.length + " patches outside the padding, so none is excluded");
      return all;
    }
    if (visible.length < all.length) {
      trace.note(all.length - visible.length + " patches of padding excluded");
    }
    return visible;
  }
}
