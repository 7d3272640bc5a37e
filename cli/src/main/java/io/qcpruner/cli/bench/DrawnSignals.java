package io.qcpruner.cli.bench;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Signals of a workload, drawn when they are first asked for and kept: a second request costs what
 * a signal costs that the engine has computed.
 */
final class DrawnSignals implements Signals {
  private static final int ANCHORS = 12;
  private static final int HEAD = 64;
  private static final int JOINT = 768;
  private static final int KEY_WIDTH = 1024;
  private static final int QUESTION_WORDS = 12;

  private final MethodWorkload workload;
  private final TokenLayout layout;
  private final int groups;
  private final DrawnRows rows = new DrawnRows(7);
  private final Map<String, Matrix> drawn = new HashMap<>();

  /**
   * @param layout the sequence as it stands
   */
  DrawnSignals(MethodWorkload workload, TokenLayout layout) {
    this.workload = workload;
    this.layout = layout;
    this.groups = Math.max(1, layout.candidateGroups().length);
  }

  @Override
  public TokenLayout layout() {
    return layout;
  }

  @Override
  public TokenLayout unprunedLayout() {
    return workload.layout(layout.grouping() == Grouping.FRAMES);
  }

  @Override
  public int unprunedCandidates() {
    return workload.tokens();
  }

  @Override
  public VisionLayout vision() {
    return workload.vision();
  }

  @Override
  public Matrix get(Signal signal) {
    return once(signal.name(), () -> draw(signal));
  }

  @Override
  public Matrix get(Signal signal, int towerLayer) {
    return once(signal.name() + towerLayer, () -> draw(signal));
  }

  private Matrix draw(Signal signal) {
    VisionLayout vision = workload.vision();
    int views = vision.views();
    int n = layout.candidates().length;
    int width = workload.width();
    int kind = 100 + signal.ordinal();
    return switch (signal) {
      case VISUAL_STATES -> states(n);
      case INPUT_VISUAL -> states(workload.tokens());
      case KEYS -> rows.independent(layout.size(), KEY_WIDTH, kind);
      case NORMED_STATES -> rows.independent(layout.size(), width, kind);
      case INPUT_SUFFIX -> rows.independent(MethodWorkload.QUESTION_ROWS, width, kind);
      case TOWER_STATES, LAYER_KEYS -> tower(workload.towerWidth());
      case TOWER_KEYS -> tower(HEAD);
      case PROJECTED -> rows.patches(views, vision.gridRows(), vision.gridCols(), width);
      case IMAGE_EMBEDDING -> rows.patches(views, vision.gridRows(), vision.gridCols(), JOINT);
      case TEXT_EMBEDDING -> rows.independent(1, JOINT, kind);
      case QUESTION_EMBEDDING -> rows.independent(QUESTION_WORDS, width, kind);
      case CLASS_ATTENTION, LAYER_CLASS_ATTENTION, LAYER_RECEIVED_ATTENTION ->
          rows.attention(views, vision.patches(), kind);
      case TOWER_GROUPS -> pairs(views, vision.patches());
      case LAYER_CLASS_QUERY -> rows.independent(views, workload.towerWidth(), kind);
      case FRAME_DESCRIPTOR -> rows.patches(groups, 1, 1, JOINT);
      case FRAME_SALIENCY, FRAME_ATTENTION -> rows.attention(groups, n / groups, kind);
      default -> throw new IllegalArgumentException("no drawing of the signal " + signal);
    };
  }

  /** Groups of two patches beside each other. */
  private static Matrix pairs(int views, int patches) {
    Matrix groups = Matrix.zeros(views, patches);
    for (int i = 0; i < groups.data().length; i++) {
      groups.data()[i] = i % patches / 2 * 2;
    }
    return groups;
  }

  /** The first rows of the workload's clip or picture. */
  private Matrix states(int count) {
    int places = workload.side() * workload.side();
    Matrix all =
        rows.patches(workload.frames(), workload.side(), workload.side(), workload.width());
    return count == workload.frames() * places
        ? all
        : all.selectRows(IntStream.range(0, count).toArray());
  }

  /** Tower rows: a class row, if there is one, looks like a further patch. */
  private Matrix tower(int width) {
    VisionLayout vision = workload.vision();
    return rows.patches(vision.views(), vision.rowsPerView(), 1, width);
  }

  @Override
  public Matrix visualCosine(int[] candidates) {
    String key = "cosine " + candidates.length + " " + Arrays.hashCode(candidates);
    return once(key, () -> Kernels.cosine(get(Signal.VISUAL_STATES).selectRows(candidates)));
  }

  @Override
  public Matrix textCosine(int[] asked) {
    return onCandidates(Signal.TEXT_COSINE, asked.length, false);
  }

  @Override
  public Matrix textAlignment(int[] asked) {
    return onCandidates(Signal.TEXT_ALIGNMENT, asked.length, false);
  }

  @Override
  public Matrix attention(int[] asked) {
    return onCandidates(Signal.ATTENTION, asked.length, true);
  }

  @Override
  public Matrix nextAttention(int[] asked, boolean rotated) {
    return onCandidates(Signal.NEXT_ATTENTION, asked.length, true);
  }

  @Override
  public Matrix attentionPeaks(int[] asked) {
    return onCandidates(Signal.ATTENTION_PEAKS, 1, true);
  }

  @Override
  public Matrix unmaskedPeaks(int[] asked) {
    return onCandidates(Signal.UNMASKED_PEAKS, 1, true);
  }

  private Matrix onCandidates(Signal signal, int count, boolean positive) {
    int n = layout.candidates().length;
    int kind = 100 + signal.ordinal();
    return once(
        signal.name() + " " + count,
        () -> positive ? rows.attention(count, n, kind) : rows.independent(count, n, kind));
  }

  @Override
  public int[] anchorRows() {
    int end = layout.size();
    return IntStream.range(end - ANCHORS, end).toArray();
  }

  private Matrix once(String key, Supplier<Matrix> drawing) {
    Matrix known = drawn.get(key);
    if (known == null) {
      known = drawing.get();
      drawn.put(key, known);
    }
    return known;
  }
}
