package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
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

  /**
   * Bit for bit: random points, near duplicates far from zero, equal points, the ends of floats.
   */
  @Test
  void everythingIsThatOfTheFormulas(Random random) {
    for (int[] shape : new int[][] {{1, 1}, {2, 3}, {9, 17}, {31, 70}, {33, 5}, {120, 256}}) {
      for (float size : new float[] {1, 1e25f, 1e-30f}) {
        assertNaive(points(shape, size, 0, random), Math.min(3, shape[0]));
      }
      assertNaive(points(shape, 1e-3f, 1000, random), Math.min(4, shape[0]));
      Matrix twice = points(shape, 1, 0, random);
      for (int i = 1; i < shape[0]; i += 2) {
        System.arraycopy(
            twice.data(), twice.offset(i - 1), twice.data(), twice.offset(i), shape[1]);
      }
      assertNaive(twice, Math.min(4, shape[0]));
    }
  }

  private static void assertNaive(Matrix z, int neighbours) {
    NaiveDensityPeaks naive = NaiveDensityPeaks.of(z, neighbours);
    DensityPeaks peaks = new DensityPeaks(z, neighbours);
    assertArrayEquals(naive.rho(), peaks.densities());
    assertArrayEquals(naive.delta(), peaks.separationsToDenser());
    int[] centres = peaks.centres((z.rows() + 3) / 4);
    assertArrayEquals(naive.assign(centres), peaks.assign(centres));
  }

  private static Matrix points(int[] shape, float size, float centre, Random random) {
    Matrix z = Matrix.zeros(shape[0], shape[1]);
    for (int i = 0; i < z.data().length; i++) {
      z.data()[i] = centre + size * (float) random.nextGaussian();
    }
    return z;
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
