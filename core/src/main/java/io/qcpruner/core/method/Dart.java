package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Keeps a few pivots with large keys and, for each pivot, the patches least similar to it. Paper:
 * "Stop Looking for Important Tokens in Multimodal Language Models: Duplication Matters More".
 * Symbols of the specification: K = layer + 1, P_img = imagePivots, P_txt = textPivots, q = quota.
 */
public final class Dart extends SequenceSelection {

  static final Setting<Count> COUNT =
      Setting.choice("count", "what a budget means", Count.class).withDefault(Count.EXACT);
  static final Setting<PivotOrder> PIVOT_ORDER =
      Setting.choice("pivot-order", "in which order pivots choose", PivotOrder.class)
          .withDefault(PivotOrder.ASCENDING);
  static final Setting<Integer> IMAGE_PIVOTS =
      Setting.whole("image-pivots", "pivots among patches").withDefault(4);
  static final Setting<Integer> TEXT_PIVOTS =
      Setting.whole("text-pivots", "pivots among text rows").withDefault(4);

  static final List<Setting<?>> SETTINGS =
      List.of(
          CommonSettings.LAYER,
          COUNT,
          PIVOT_ORDER,
          IMAGE_PIVOTS,
          TEXT_PIVOTS,
          CommonSettings.PRUNE_NEWLINES);

  /** How many tokens a budget of T means. */
  public enum Count {
    /** Exactly T. */
    EXACT,
    /** The published code: image pivots plus pivots times the floor of T / pivots. */
    OFFICIAL
  }

  /** In which order pivots take their share; earlier ones choose first. */
  public enum PivotOrder {
    ASCENDING,
    /** The iteration order of a CPython set, as in the published code. */
    PYTHON_SET
  }

  /**
   * @param layer zero-based layer after which rows go
   * @param newlines whether newlines are candidates, as in the published code for LLaVA-NeXT
   */
  public record Parameters(
      int layer, int imagePivots, int textPivots, Count count, PivotOrder order, boolean newlines) {
    public Parameters {
      Checks.layer(layer);
      Checks.atLeast("image pivots", imagePivots, 1);
      Checks.atLeast("text pivots", textPivots, 0);
    }

    public static Parameters defaults(int layer) {
      return new Parameters(layer, 4, 4, Count.EXACT, PivotOrder.ASCENDING, false);
    }
  }

  private final Parameters parameters;

  public Dart(Parameters parameters) {
    super(new Stage.AfterLayer(parameters.layer()), PositionPolicy.KEEP);
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "dart";
  }

  @Override
  public String label() {
    List<String> flags = new ArrayList<>();
    if (parameters.count == Count.OFFICIAL) {
      flags.add("official count");
    }
    if (parameters.newlines) {
      flags.add("newlines pruned");
    }
    return flags.isEmpty() ? "DART" : "DART (" + String.join(", ", flags) + ")";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE
        .with(CommonSettings.LAYER, parameters.layer)
        .with(COUNT, parameters.count)
        .with(PIVOT_ORDER, parameters.order)
        .with(IMAGE_PIVOTS, parameters.imagePivots)
        .with(TEXT_PIVOTS, parameters.textPivots)
        .with(CommonSettings.PRUNE_NEWLINES, parameters.newlines);
  }

  @Override
  public Source source() {
    return new Source(
        "Stop Looking for Important Tokens in Multimodal Language Models: Duplication Matters More"
            + " (EMNLP 2025)",
        "ZichenWen1/DART @5a19452");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.KEYS, Signal.NORMED_STATES);
  }

  @Override
  public boolean newlinesAreCandidates() {
    return parameters.newlines;
  }

  /** Pivots are global, so a video is one part. */
  @Override
  Allocation allocation() {
    return Allocation.ADAPTIVE;
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    TokenLayout layout = signals.layout();
    Matrix keys = signals.get(Signal.KEYS).requireFinite("keys");
    Matrix states = signals.get(Signal.NORMED_STATES).requireFinite("normed states");
    Checks.rows("keys", keys.rows(), layout.size());
    Checks.rows("normed states", states.rows(), layout.size());
    int[] candidates = layout.candidates();
    return (part, keep) -> {
      int[] rows = Indices.gather(candidates, part);
      int[] image = largestKeys(keys, rows, parameters.imagePivots);
      if (parameters.count == Count.EXACT && keep <= image.length) {
        return Choice.of(Arrays.copyOf(image, keep));
      }
      int[] text = textPivots(layout, keys);
      int[] pivots = visitOrder(Indices.gather(rows, image), text);
      int[] picks = visit(states, rows, image, pivots, quotas(budget, keep, rows.length, pivots));
      return Choice.of(Indices.concat(image, picks));
    };
  }

  /** Suffix rows with the largest keys. */
  private int[] textPivots(TokenLayout layout, Matrix keys) {
    int first = layout.suffixStart();
    int[] suffix = new int[layout.size() - first];
    Arrays.setAll(suffix, i -> first + i);
    return Indices.gather(suffix, largestKeys(keys, suffix, parameters.textPivots));
  }

  private int[] visitOrder(int[] imageRows, int[] textRows) {
    int[] inserted = Indices.concat(imageRows, textRows);
    return parameters.order == PivotOrder.ASCENDING
        ? Indices.sorted(inserted)
        : SetOrder.of(inserted);
  }

  /** Indices into rows of the largest L1 key norms, largest first. */
  private static int[] largestKeys(Matrix keys, int[] rows, int count) {
    float[] norms = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double sum = 0;
      int from = keys.offset(rows[i]);
      for (int c = from; c < from + keys.cols(); c++) {
        sum += Math.abs(keys.data()[c]);
      }
      norms[i] = (float) sum;
    }
    return Kernels.topK(norms, Math.min(count, rows.length));
  }

  /** How many each pivot takes, in visiting order. */
  private int[] quotas(Budget budget, int keep, int candidates, int[] pivots) {
    int[] quota = new int[pivots.length];
    int image = Math.min(parameters.imagePivots, candidates);
    if (parameters.count == Count.OFFICIAL) {
      double wanted =
          budget instanceof Budget.Ratio ratio
              ? candidates * ratio.share()
              : Math.min(keep, candidates - image);
      Arrays.fill(quota, (int) (wanted / pivots.length));
    } else {
      int left = keep - image;
      for (int p = 0; p < quota.length; p++) {
        quota[p] = left / quota.length + (p < left % quota.length ? 1 : 0);
      }
    }
    return quota;
  }

  /** Each pivot takes the pool's rows that are least similar to it. */
  private static int[] visit(
      Matrix states, int[] rows, int[] imagePivots, int[] pivots, int[] quota) {
    // [pivots, candidates]
    Matrix cosine = Kernels.cosine(states.selectRows(pivots), states.selectRows(rows));
    int[] pool = Indices.complement(imagePivots, rows.length);
    int[] picks = {};
    for (int p = 0; p < pivots.length && pool.length > 0; p++) {
      float[] difference = Indices.gather(Indices.negated(cosine.row(p)), pool);
      int[] taken = Kernels.topK(difference, Math.min(quota[p], pool.length));
      picks = Indices.concat(picks, Indices.gather(pool, taken));
      pool = Indices.gather(pool, Indices.complement(taken, pool.length));
    }
    return picks;
  }
}
