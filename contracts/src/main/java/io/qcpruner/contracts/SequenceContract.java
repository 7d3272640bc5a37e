package io.qcpruner.contracts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of methods that act on the decoder's sequence. */
public abstract class SequenceContract extends PrunerContract {

  private static final int PREFIX = 3;
  private static final int SUFFIX = 5;

  protected TokenLayout layout(int n) {
    return TokenLayout.simple(PREFIX, n, 6, SUFFIX);
  }

  @Override
  protected ArraySignals draw(int n, Random random) {
    return SignalDraw.of(layout(n), random);
  }

  @Override
  protected ArraySignals draw(Matrix features, Random random) {
    return SignalDraw.of(layout(features.rows()), features, random);
  }

  @Override
  protected ArraySignals reordered(ArraySignals signals, int[] order) {
    int[] rows = range(signals.layout().size());
    int[] candidates = signals.layout().candidates();
    for (int i = 0; i < order.length; i++) {
      rows[candidates[i]] = candidates[order[i]];
    }
    Matrix cosine = signals.get(Signal.VISUAL_COSINE).selectRows(order);
    return signals.toBuilder()
        .with(Signal.VISUAL_STATES, signals.get(Signal.VISUAL_STATES).selectRows(order))
        .with(Signal.INPUT_VISUAL, signals.get(Signal.INPUT_VISUAL).selectRows(order))
        .with(Signal.VISUAL_COSINE, columns(cosine, order))
        .with(Signal.TEXT_COSINE, columns(signals.get(Signal.TEXT_COSINE), order))
        .with(Signal.TEXT_ALIGNMENT, columns(signals.get(Signal.TEXT_ALIGNMENT), order))
        .with(Signal.ATTENTION, columns(signals.get(Signal.ATTENTION), order))
        .with(Signal.NEXT_ATTENTION, columns(signals.get(Signal.NEXT_ATTENTION), order))
        .with(
            Signal.ATTENTION_PEAKS,
            columns(signals.get(Signal.ATTENTION_PEAKS), order).selectRows(rows))
        .with(
            Signal.UNMASKED_PEAKS,
            columns(signals.get(Signal.UNMASKED_PEAKS), order).selectRows(rows))
        .with(Signal.FRAME_SALIENCY, places(signals.get(Signal.FRAME_SALIENCY), order))
        .with(Signal.FRAME_ATTENTION, places(signals.get(Signal.FRAME_ATTENTION), order))
        .with(Signal.KEYS, signals.get(Signal.KEYS).selectRows(rows))
        .with(Signal.NORMED_STATES, signals.get(Signal.NORMED_STATES).selectRows(rows))
        .build();
  }

  /** Values by frame and place, in the order of the tokens. */
  private static Matrix places(Matrix perFrame, int[] order) {
    Matrix line = new Matrix(perFrame.data(), 1, order.length);
    return new Matrix(columns(line, order).data(), perFrame.rows(), perFrame.cols());
  }

  /** The matrix with its columns reordered. */
  protected static Matrix columns(Matrix m, int[] order) {
    return m.transposed().selectRows(order).transposed();
  }

  @Test
  void textStaysWhereItIs(Random random) {
    PruneResult result = plan(draw(SIZE, random), 7);
    int rows = result.plan().rows().size();
    int[] primary = result.plan().rows().primarySources();
    for (int i = 0; i < PREFIX; i++) {
      assertEquals(i, primary[i]);
    }
    for (int i = 1; i <= SUFFIX; i++) {
      assertEquals(PREFIX + SIZE + SUFFIX - i, primary[rows - i]);
    }
    assertEquals(PREFIX + SUFFIX, result.plan().count(TokenKind.TEXT));
  }

  @Test
  void unchangedPlansAreTheIdentity(Random random) {
    PruneResult result = plan(draw(SIZE, random), SIZE);
    assertArrayEquals(range(PREFIX + SIZE + SUFFIX), result.plan().rows().primarySources());
  }
}
