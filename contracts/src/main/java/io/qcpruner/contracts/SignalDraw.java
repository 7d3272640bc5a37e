package io.qcpruner.contracts;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;

/** Random signals of the right shapes, every one of them, so that any method can be asked. */
public final class SignalDraw {

  private static final int WIDTH = 8;

  private SignalDraw() {}

  public static Matrix normal(Random random, int rows, int cols) {
    Matrix out = Matrix.zeros(rows, cols);
    for (int i = 0; i < out.data().length; i++) {
      out.data()[i] = (float) random.nextGaussian();
    }
    return out;
  }

  public static Matrix uniform(Random random, int rows, int cols) {
    Matrix out = Matrix.zeros(rows, cols);
    for (int i = 0; i < out.data().length; i++) {
      out.data()[i] = random.nextFloat() + 1e-3f;
    }
    return out;
  }

  /** Signals of a sequence whose candidates have random states. */
  public static ArraySignals of(TokenLayout layout, Random random) {
    return of(layout, normal(random, layout.candidates().length, WIDTH), random);
  }

  /** Signals of a sequence with given candidate states. */
  public static ArraySignals of(TokenLayout layout, Matrix states, Random random) {
    int rows = layout.size();
    int n = states.rows();
    int[] text = layout.textRows();
    int groups = Math.max(1, layout.candidateGroups().length);
    Matrix all = normal(random, rows, WIDTH);
    int[] candidates = layout.candidates();
    for (int i = 0; i < n; i++) {
      System.arraycopy(
          states.data(), states.offset(i), all.data(), all.offset(candidates[i]), WIDTH);
    }
    Matrix textStates = normal(random, rows, WIDTH);
    return ArraySignals.of(layout)
        .with(Signal.VISUAL_STATES, states)
        .with(Signal.VISUAL_COSINE, Kernels.cosine(states))
        .with(Signal.TEXT_COSINE, Kernels.cosine(textStates, states))
        .with(Signal.TEXT_ALIGNMENT, Kernels.dots(textStates, states))
        .with(Signal.ATTENTION, uniform(random, rows, n))
        .with(Signal.NEXT_ATTENTION, uniform(random, rows, n))
        .with(Signal.ATTENTION_PEAKS, uniform(random, rows, n))
        .with(Signal.UNMASKED_PEAKS, uniform(random, rows, n))
        .with(Signal.KEYS, all)
        .with(Signal.NORMED_STATES, all)
        .with(Signal.INPUT_VISUAL, states)
        .with(Signal.INPUT_SUFFIX, normal(random, layout.size() - layout.suffixStart(), WIDTH))
        .with(Signal.FRAME_DESCRIPTOR, normal(random, groups, WIDTH))
        .with(Signal.FRAME_SALIENCY, uniform(random, groups, n / groups))
        .with(Signal.FRAME_ATTENTION, uniform(random, groups, n / groups))
        .anchorRows(text[text.length - 2], text[text.length - 1])
        .build();
  }

  private static Matrix unmerged(VisionLayout vision) {
    Matrix groups = Matrix.zeros(vision.views(), vision.patches());
    for (int i = 0; i < groups.data().length; i++) {
      groups.data()[i] = i % vision.patches();
    }
    return groups;
  }

  public static ArraySignals of(VisionLayout vision, Random random) {
    return of(vision, normal(random, vision.towerRows(), WIDTH), random);
  }

  /** Signals of a tower with given rows. */
  public static ArraySignals of(VisionLayout vision, Matrix tower, Random random) {
    int patches = vision.views() * vision.patches();
    int[] patchRows = new int[patches];
    for (int i = 0; i < patches; i++) {
      patchRows[i] = vision.towerRow(i / vision.patches(), i % vision.patches());
    }
    return ArraySignals.of(vision)
        .with(Signal.TOWER_STATES, tower)
        .with(Signal.TOWER_KEYS, tower)
        .with(Signal.PROJECTED, tower.selectRows(patchRows))
        .with(Signal.CLASS_ATTENTION, uniform(random, vision.views(), vision.patches()))
        .with(Signal.LAYER_CLASS_ATTENTION, uniform(random, vision.views(), vision.patches()))
        .with(Signal.LAYER_RECEIVED_ATTENTION, uniform(random, vision.views(), vision.patches()))
        .with(Signal.LAYER_CLASS_QUERY, normal(random, vision.views(), WIDTH))
        .with(Signal.LAYER_KEYS, tower)
        .with(Signal.TOWER_GROUPS, unmerged(vision))
        .with(Signal.IMAGE_EMBEDDING, normal(random, patches, WIDTH))
        .with(Signal.TEXT_EMBEDDING, normal(random, 2, WIDTH))
        .with(Signal.QUESTION_EMBEDDING, normal(random, 3, WIDTH))
        .build();
  }
}
