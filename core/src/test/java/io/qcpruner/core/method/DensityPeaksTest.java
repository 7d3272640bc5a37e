package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Specification of the in-decoder baselines, clustering example of section 3.8. */
@ExtendWith(Seeded.class)
class DensityPeaksTest {

  @Test
  void workedExample() {
    Matrix z = Rows.matrix("(0,0) (0.4,0) (0,1) (4,4) (4,4.6)");
    DensityPeaks peaks = new DensityPeaks(z, 2);
    assertArrayEquals(
        new double[] {0.960789, 0.960789, 0.778801, 0.913931, 0.913931}, peaks.densities(), 1e-6);
    assertArrayEquals(
        new double[] {4.310452, 0.282843, 0.707107, 3.805260, 0.424264},
        peaks.separationsToDenser(),
        1e-6);
    assertArrayEquals(
        new double[] {4.141437, 0.271752, 0.550695, 3.477745, 0.387748}, peaks.scores(), 1e-6);
    int[] centres = peaks.centres(2);
    assertArrayEquals(new int[] {0, 3}, centres);
    assertArrayEquals(new int[] {0, 0, 0, 1, 1}, peaks.assign(centres));
  }

  /** More points than a block, a width that no block divides: to the last bit. */
  @Test
  void distancesAreThoseOfThePlainSum(Random random) {
    for (int[] shape : new int[][] {{1, 1}, {2, 3}, {9, 17}, {31, 70}, {33, 5}}) {
      Matrix z = Matrix.zeros(shape[0], shape[1]);
      for (int i = 0; i < z.data().length; i++) {
        z.data()[i] = (float) random.nextGaussian();
      }
      int neighbours = Math.min(3, shape[0]);
      assertArrayEquals(naiveDensities(z, neighbours), new DensityPeaks(z, neighbours).densities());
    }
  }

  private static double[] naiveDensities(Matrix z, int neighbours) {
    double[] out = new double[z.rows()];
    for (int i = 0; i < z.rows(); i++) {
      double[] distances = new double[z.rows()];
      for (int j = 0; j < z.rows(); j++) {
        double squares = 0;
        for (int c = 0; c < z.cols(); c++) {
          double d = (double) z.get(Math.min(i, j), c) - z.get(Math.max(i, j), c);
          squares += d * d;
        }
        distances[j] = Math.sqrt(squares) * (1 / Math.sqrt(z.cols()));
      }
      Arrays.sort(distances);
      double sum = 0;
      for (int k = 0; k < neighbours; k++) {
        sum += distances[k] * distances[k];
      }
      out[i] = StrictMath.exp(-sum / neighbours);
    }
    return out;
  }

  @Test
  void oneNeighbourMakesAllEquallyDense() {
    Matrix z = Rows.matrix("(0,0) (3,0) (0,4)");
    assertArrayEquals(new double[] {1, 1, 1}, new DensityPeaks(z, 1).densities());
  }

  @Test
  void equalPointsFallToTheLowerIndex() {
    DensityPeaks peaks = new DensityPeaks(Matrix.zeros(4, 3), 2);
    assertArrayEquals(new int[] {0, 1}, peaks.centres(2));
    assertArrayEquals(new int[] {0, 1, 0, 0}, peaks.assign(new int[] {0, 1}));
  }
}
