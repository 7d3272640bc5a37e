package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Weights and temperatures that are none, and determinants of small sets. */
@ExtendWith(Seeded.class)
class WeightsTest {

  private static final DenseRows ROWS = new DenseRows(Matrix.zeros(3, 2));

  @Test
  void weightsAreFiniteAndNotNegative() {
    new FacilityLocation(ROWS, new float[] {0, 1}, new float[] {0, Float.MAX_VALUE, 2});
    for (float bad : new float[] {-1e-9f, Float.NaN, Float.POSITIVE_INFINITY}) {
      refused("target weight 1 is " + bad, new float[] {1, bad}, new float[3]);
      refused("candidate weight 2 is " + bad, new float[2], new float[] {0, 0, bad});
    }
    refused("1 target weights for 2", new float[1], new float[3]);
    refused("4 candidate weights for 3", new float[2], new float[4]);
  }

  private static void refused(String part, float[] targets, float[] candidates) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new FacilityLocation(ROWS, targets, candidates))
            .getMessage();
    assertTrue(message.startsWith(part), message);
  }

  @Test
  void temperaturesArePositiveAndFinite() {
    new AdditiveCoverage(Float.MIN_VALUE, Float.MAX_VALUE, 1);
    for (float bad : new float[] {0, -1, Float.NaN, Float.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> new AdditiveCoverage(bad, 1, 1));
      assertThrows(IllegalArgumentException.class, () -> new AdditiveCoverage(1, bad, 1));
      assertThrows(IllegalArgumentException.class, () -> new AdditiveCoverage(1, 1, bad));
    }
  }

  /** Two tokens of cosine c: the determinant is (q0 q1)^2 (1 - c^2), at any scale of q. */
  @Test
  void theLogDeterminantIsThatOfTheKernel() {
    float c = 0.6f;
    Matrix cosine = new Matrix(new float[] {1, c, c, 1}, 2, 2);
    for (float scale : new float[] {1e-3f, 1, 1000}) {
      float[] quality = {0.5f * scale, 0.8f * scale};
      FastMap.Result all = FastMap.select(cosine, quality, 2);
      double det = Math.pow((double) quality[0] * quality[1], 2) * (1 - 0.36);
      assertEquals(Math.log(det), all.logDet(), 1e-5);
      assertArrayEquals(new int[] {1, 0}, all.order());
      assertEquals(0, all.byQuality());
    }
    assertThrows(
        IllegalArgumentException.class, () -> FastMap.select(cosine, new float[] {1, 1}, 3));
    assertThrows(
        IllegalArgumentException.class, () -> FastMap.select(cosine, new float[] {1, 1}, -1));
  }

  /** The matrix need not be of cosines: its diagonal counts. */
  @Test
  void theDiagonalCounts() {
    Matrix kernel = new Matrix(new float[] {4, 0, 0, 0.25f}, 2, 2);
    FastMap.Result all = FastMap.select(kernel, new float[] {1, 2}, 2);
    assertArrayEquals(new int[] {0, 1}, all.order());
    assertArrayEquals(new float[] {4, 1}, all.gains());
  }

  @Test
  void anExactMultipleOfTheBlockIsCoveredToItsEnd(Random random) {
    int n = 2 * FacilityLocation.BLOCK;
    Matrix affinity = Inputs.gaussian(random, 3, n);
    float[] targets = Inputs.utility(random, n);
    float[] ones = {1, 1, 1};
    FacilityLocation f = new FacilityLocation(new DenseRows(affinity), targets, ones);
    NaiveCoverage naive = new NaiveCoverage(affinity, targets, ones);
    assertEquals(naive.value(0, 1, 2), f.fullValue(), 1e-4);
    assertEquals(naive.gain(1, new float[n]), f.gain(1, new float[n]));
  }
}
