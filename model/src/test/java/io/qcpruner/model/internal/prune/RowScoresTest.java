package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scores between rows against plain loops. */
@ExtendWith(Seeded.class)
final class RowScoresTest {
  private static final int HEADS = 4;
  private static final int KEY_HEADS = 2;
  private static final int ROWS = 150;
  private static final int DIM = 3;

  /** More rows than are handled together. */
  @Test
  void peaksAreTheLargestOfAllHeadsSummedOverRows(Random random) {
    float[] queries = draw(random, HEADS * ROWS * DIM);
    float[] keys = draw(random, KEY_HEADS * ROWS * DIM);
    int[] rows = IntStream.range(0, ROWS).filter(r -> r % 20 != 3).toArray();
    float[] made =
        Scopes.compute(
            () -> {
              Tensor q = Tensors.ofFloats(queries, Placement.cpu(), HEADS, ROWS, DIM);
              Tensor k = Tensors.ofFloats(keys, Placement.cpu(), KEY_HEADS, ROWS, DIM);
              Tensor sums =
                  RowScores.attentionPeaks(
                      block -> q.index_select(1, Tensors.ofIndices(block, Placement.cpu())),
                      k,
                      rows,
                      Placement.cpu());
              return Tensors.toFloats(sums.flatten());
            });
    assertArrayEquals(naive(queries, keys, rows), made, 1e-4f * ROWS);
  }

  /** More rows than are handled together; every row sees every key. */
  @Test
  void unmaskedPeaksAreTheLargestOfAllHeadsAndRows(Random random) {
    float[] queries = draw(random, HEADS * ROWS * DIM);
    float[] keys = draw(random, KEY_HEADS * ROWS * DIM);
    float[] made =
        Scopes.compute(
            () -> {
              Tensor q = Tensors.ofFloats(queries, Placement.cpu(), HEADS, ROWS, DIM);
              Tensor k = Tensors.ofFloats(keys, Placement.cpu(), KEY_HEADS, ROWS, DIM);
              return Tensors.toFloats(RowScores.unmaskedPeaks(q, k).flatten());
            });
    float[] naive = new float[ROWS];
    for (int row = 0; row < ROWS; row++) {
      double[] peak = peak(queries, keys, row, ROWS);
      for (int i = 0; i < ROWS; i++) {
        naive[i] = Math.max(naive[i], (float) peak[i]);
      }
    }
    assertArrayEquals(naive, made, 1e-5f);
  }

  private static float[] naive(float[] queries, float[] keys, int[] rows) {
    float[] sums = new float[ROWS];
    for (int row : rows) {
      double[] peak = peak(queries, keys, row, row + 1);
      for (int i = 0; i < ROWS; i++) {
        sums[i] += (float) peak[i];
      }
    }
    return sums;
  }

  /** The largest attention of all heads that a row pays to each of the first keys. */
  private static double[] peak(float[] queries, float[] keys, int row, int seen) {
    double[] peak = new double[ROWS];
    for (int h = 0; h < HEADS; h++) {
      double[] exp = new double[seen];
      double total = 0;
      for (int i = 0; i < seen; i++) {
        double dot = 0;
        for (int d = 0; d < DIM; d++) {
          int key = (h / (HEADS / KEY_HEADS) * ROWS + i) * DIM + d;
          dot += queries[(h * ROWS + row) * DIM + d] * keys[key];
        }
        exp[i] = Math.exp(dot / Math.sqrt(DIM));
        total += exp[i];
      }
      for (int i = 0; i < seen; i++) {
        peak[i] = Math.max(peak[i], exp[i] / total);
      }
    }
    return peak;
  }

  private static float[] draw(Random random, int count) {
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
