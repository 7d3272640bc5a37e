package io.qcpruner.contracts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of methods that act on the vision tower's output. */
public abstract class TileContract extends PrunerContract {

  /** Whether the towers of this method have a class row. */
  protected boolean classRow() {
    return true;
  }

  private VisionLayout layout(int n) {
    int cols = n % 6 == 0 ? 6 : 1;
    return VisionLayout.single(n / cols, cols, classRow());
  }

  @Override
  protected ArraySignals draw(int n, Random random) {
    return SignalDraw.of(layout(n), random);
  }

  @Override
  protected ArraySignals draw(Matrix features, Random random) {
    VisionLayout vision = layout(features.rows());
    Matrix tower = Matrix.zeros(vision.towerRows(), features.cols());
    System.arraycopy(
        features.data(),
        0,
        tower.data(),
        tower.offset(vision.towerRow(0, 0)),
        features.data().length);
    return SignalDraw.of(vision, tower, random);
  }

  @Override
  protected ArraySignals reordered(ArraySignals signals, int[] order) {
    int[] rows = range(signals.vision().towerRows());
    for (int i = 0; i < order.length; i++) {
      rows[signals.vision().towerRow(0, i)] = signals.vision().towerRow(0, order[i]);
    }
    Matrix attention = signals.get(Signal.CLASS_ATTENTION);
    return signals.toBuilder()
        .with(Signal.TOWER_STATES, signals.get(Signal.TOWER_STATES).selectRows(rows))
        .with(Signal.TOWER_KEYS, signals.get(Signal.TOWER_KEYS).selectRows(rows))
        .with(Signal.LAYER_KEYS, signals.get(Signal.LAYER_KEYS).selectRows(rows))
        .with(
            Signal.LAYER_CLASS_ATTENTION,
            SequenceContract.columns(signals.get(Signal.LAYER_CLASS_ATTENTION), order))
        .with(
            Signal.LAYER_RECEIVED_ATTENTION,
            SequenceContract.columns(signals.get(Signal.LAYER_RECEIVED_ATTENTION), order))
        .with(Signal.PROJECTED, signals.get(Signal.PROJECTED).selectRows(order))
        .with(Signal.IMAGE_EMBEDDING, signals.get(Signal.IMAGE_EMBEDDING).selectRows(order))
        .with(Signal.CLASS_ATTENTION, SequenceContract.columns(attention, order))
        .build();
  }

  @Test
  void unchangedPlansKeepEveryPatchOfTheTower(Random random) {
    ArraySignals signals = draw(SIZE, random);
    int[] rows = plan(signals, SIZE).plan().rows().primarySources();
    int first = signals.vision().towerRow(0, 0);
    assertArrayEquals(IntStream.range(first, first + SIZE).toArray(), rows);
  }
}
