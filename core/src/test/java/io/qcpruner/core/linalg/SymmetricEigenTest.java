package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Eigenvectors, against the equation that defines them. */
@ExtendWith(Seeded.class)
class SymmetricEigenTest {

  @Test
  void eigenvectorsSolveTheirEquation(Random random) {
    for (int n : new int[] {1, 2, 3, 7, 33}) {
      Matrix x = SignalDraw.normal(random, n, 5);
      double[][] a = new double[n][n];
      double[][] copy = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          a[i][j] = Kernels.dot(x, i, x, j);
          copy[i][j] = a[i][j];
        }
      }
      SymmetricEigen eigen = new SymmetricEigen(copy);
      double previous = Double.POSITIVE_INFINITY;
      for (int index : eigen.largest(n)) {
        double[] v = eigen.vector(index);
        double length = 0;
        for (int i = 0; i < n; i++) {
          double image = 0;
          for (int j = 0; j < n; j++) {
            image += a[i][j] * v[j];
          }
          assertEquals(eigen.value(index) * v[i], image, 1e-9 * n * n);
          length += v[i] * v[i];
        }
        assertEquals(1, length, 1e-12 * n);
        assertTrue(eigen.value(index) <= previous);
        previous = eigen.value(index);
      }
    }
  }
}
