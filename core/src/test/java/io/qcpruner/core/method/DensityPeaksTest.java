package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.linalg.Matrix;
import org.junit.jupiter.api.Test;

/** Specification of the in-decoder baselines, clustering example of section 3.8. */
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
