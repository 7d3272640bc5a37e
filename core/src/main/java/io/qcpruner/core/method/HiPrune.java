package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps anchors of a middle layer with their neighbours, and registers of a deep layer, by the
 * attention patches receive. Paper: "HiPrune: Training-Free Visual Token Pruning via Hierarchical
 * Attention in Vision-Language Models". Symbols of the specification: g = received attention, K' =
 * tokens per view, alpha, n = round(K' alpha / 5) anchors, S = anchors and buffers.
 */
public final class HiPrune extends TileMethod {

  static final Setting<Double> ALPHA =
      Setting.share("alpha", "part of the budget that goes to anchors and their neighbours")
          .withDefault(0.1);
  static final Setting<Integer> OBJECT_LAYER =
      Setting.natural("object-layer", "zero-based tower layer that shows objects")
          .withDefaultText("the published one, at the same relative depth");
  static final Setting<Buffers> BUFFERS =
      Setting.choice("buffers", "what becomes of neighbours outside the grid", Buffers.class)
          .withDefault(Buffers.OFFICIAL);
  static final List<Setting<?>> SETTINGS = List.of(ALPHA, OBJECT_LAYER, BUFFERS);

  /** An anchor and its neighbours to the left, right, top and bottom. */
  private static final int ANCHOR_AND_BUFFERS = 5;

  /** What becomes of neighbours outside the grid. */
  public enum Buffers {
    /** Left and right wrap to the row before and after; others become the first or last patch. */
    OFFICIAL,
    /** There are none. */
    CLIPPED
  }

  /**
   * @param alpha part of the budget that goes to anchors and buffers
   * @param objectLayer zero-based tower layer of the anchors
   * @param deepLayer zero-based tower layer of the registers
   */
  public record Parameters(double alpha, int objectLayer, int deepLayer, Buffers buffers) {
    public Parameters {
      Checks.unit("alpha", alpha);
      Checks.layer(objectLayer);
      Checks.layer(deepLayer);
    }
  }

  private final Parameters parameters;

  public HiPrune(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "hiprune";
  }

  @Override
  public String label() {
    return parameters.buffers == Buffers.OFFICIAL ? "HiPrune" : "HiPrune (buffers clipped)";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE
        .with(ALPHA, parameters.alpha)
        .with(OBJECT_LAYER, parameters.objectLayer)
        .with(BUFFERS, parameters.buffers);
  }

  @Override
  public Source source() {
    return new Source(
        "HiPrune: Training-Free Visual Token Pruning via Hierarchical Attention in Vision-Language"
            + " Models (arXiv 2508.00553)",
        "Danielement321/HiPrune @6e83a12");
  }

  @Override
  public Set<Integer> towerLayers() {
    return parameters.objectLayer == parameters.deepLayer
        ? Set.of(parameters.deepLayer)
        : Set.of(parameters.objectLayer, parameters.deepLayer);
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.LAYER_RECEIVED_ATTENTION);
  }

  /** Published budgets are for a whole picture, whatever its number of tiles. */
  @Override
  int viewsOfTotal(VisionLayout vision) {
    return vision.views();
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    Matrix object = attention(signals, vision, parameters.objectLayer);
    Matrix deep = attention(signals, vision, parameters.deepLayer);
    int[][] picks = new int[vision.views()][];
    for (int v = 0; v < picks.length; v++) {
      picks[v] = choose(object.row(v), deep.row(v), vision, perView);
    }
    return trace
        .order(TilePlan.patchNumbers(vision, picks))
        .utility(deep.data())
        .result(TilePlan.of(vision, picks, false));
  }

  private static Matrix attention(Signals signals, VisionLayout vision, int layer) {
    Matrix received =
        signals
            .get(Signal.LAYER_RECEIVED_ATTENTION, layer)
            .requireFinite("received attention of layer " + layer + ":");
    Checks.rows("received attention", received.rows(), vision.views());
    return received;
  }

  private int[] choose(float[] object, float[] deep, VisionLayout vision, int tokens) {
    int anchors = (int) Math.rint(tokens * parameters.alpha / ANCHOR_AND_BUFFERS);
    int[] kept = withBuffers(Kernels.topK(object, anchors), vision);
    // a large alpha asks for more than the budget: anchors come first
    kept = Arrays.copyOf(kept, Math.min(kept.length, tokens));
    int[] others = Indices.complement(kept, deep.length);
    int[] registers = Kernels.topK(Indices.gather(deep, others), tokens - kept.length);
    return Indices.concat(kept, Indices.gather(others, registers));
  }

  /** Anchors, then their neighbours side by side, each patch once. */
  private int[] withBuffers(int[] anchors, VisionLayout vision) {
    int cols = vision.gridCols();
    int last = vision.patches() - 1;
    LinkedHashSet<Integer> all = new LinkedHashSet<>();
    for (int offset : new int[] {0, -1, 1, -cols, cols}) {
      for (int anchor : anchors) {
        int at = anchor + offset;
        boolean sideways = Math.abs(offset) == 1;
        boolean inGrid = at >= 0 && at <= last && (!sideways || at / cols == anchor / cols);
        if (inGrid || parameters.buffers == Buffers.OFFICIAL) {
          all.add(Math.max(0, Math.min(last, at)));
        }
      }
    }
    return all.stream().mapToInt(Integer::intValue).toArray();
  }
}
