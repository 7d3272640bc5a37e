package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class CertificateTest {

  @Test
  void noSetOfThreeBeatsTheBound(Random random) {
    int n = 12;
    Matrix cosine = Inputs.gaussianCosine(random, n);
    float[] u = Inputs.utility(random, n);
    NaiveCoverage naive = new NaiveCoverage(cosine, u, u);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
    int[] chosen = new LazyGreedy().maximize(f, 3).order();
    double best = 0;
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < a; b++) {
        for (int c = 0; c < b; c++) {
          best = Math.max(best, naive.value(a, b, c));
        }
      }
    }
    Certificate certificate = Certificate.of(f, chosen);
    assertEquals(naive.value(chosen), certificate.objective(), 1e-9);
    assertTrue(certificate.upperBound() >= best - 1e-5, certificate + " but " + best);
    assertTrue(certificate.share() <= naive.value(chosen) / best + 1e-6);
    // every gain that is left is at most each of the three that greedy took
    assertTrue(certificate.share() >= 0.5 - 1e-6, certificate.toString());
  }

  @Test
  void aBadSetIsSeenAsBad() {
    Matrix identity = Matrix.zeros(10, 10);
    for (int i = 0; i < 10; i++) {
      identity.data()[i * 11] = 1f;
    }
    float[] u = {0.1f, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    float[] ones = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    FacilityLocation f = new FacilityLocation(new DenseRows(identity), u, ones);
    Certificate bad = Certificate.of(f, new int[] {0});
    assertEquals(0.1 / 1.1, bad.share(), 1e-6);
    Certificate good = Certificate.of(f, new int[] {1, 2});
    assertEquals(0.5, good.share(), 1e-6);
    assertEquals("within 50.00 % of the optimum", good.sentence());
  }

  @Test
  void everythingIsOptimal(Random random) {
    Matrix cosine = Inputs.gaussianCosine(random, 8);
    float[] u = Inputs.utility(random, 8);
    FacilityLocation f = new FacilityLocation(new DenseRows(cosine), u, u);
    Certificate all = Certificate.of(f, new int[] {0, 1, 2, 3, 4, 5, 6, 7});
    assertEquals(1, all.share());
    assertEquals(f.fullValue(), all.objective());
  }
}
