package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Float32 cosines of low-rank features: what lies after the rank is rounding. */
@ExtendWith(Seeded.class)
class DppRankTest {

  @Test
  void picksBehindTheRankGoByQualityWithANote(Random random) {
    for (int rank : new int[] {3, 10, 30}) {
      Matrix features = lowRank(random, 120, rank, 256);
      float[] utility = new float[120];
      for (int i = 0; i < utility.length; i++) {
        utility[i] = random.nextFloat();
      }
      SelectorInput input = SelectorInput.ofFeatures(features).withUtility(utility).withRho(0.3f);
      Selection selection = new DppSelector().select(input, rank + 20);
      assertEquals(1, selection.notes().size(), "rank " + rank);
      assertTrue(selection.notes().get(0).contains("last 20 picks by quality"));
      assertTrue(selection.gains()[rank - 1] > 0);
      assertEquals(0, selection.gains()[rank]);
      assertEquals(rank + 20, Arrays.stream(selection.order()).distinct().count());
    }
  }

  @Test
  void fullRankNeedsNoNote(Random random) {
    Matrix features = lowRank(random, 40, 64, 256);
    float[] utility = new float[40];
    Arrays.fill(utility, 0.5f);
    SelectorInput input = SelectorInput.ofFeatures(features).withUtility(utility).withRho(0.3f);
    assertTrue(new DppSelector().select(input, 30).notes().isEmpty());
  }

  private static Matrix lowRank(Random random, int n, int rank, int width) {
    double[][] basis = new double[rank][width];
    for (double[] row : basis) {
      Arrays.setAll(row, i -> random.nextGaussian());
    }
    Matrix out = Matrix.zeros(n, width);
    for (int i = 0; i < n; i++) {
      double[] row = new double[width];
      for (double[] direction : basis) {
        double weight = random.nextGaussian();
        Arrays.setAll(row, c -> row[c] + weight * direction[c]);
      }
      for (int c = 0; c < width; c++) {
        out.data()[out.offset(i) + c] = (float) row[c];
      }
    }
    return out;
  }
}
