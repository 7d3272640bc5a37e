package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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

  /** Inverse iteration against QL, up to the sign, which is free. */
  @Test
  void fewVectorsAreThoseOfAll(Random random) {
    for (int n : new int[] {2, 3, 5, 40, 301}) {
      Matrix x = SignalDraw.normal(random, n, n + 3);
      SymmetricEigen all = new SymmetricEigen(gram(x));
      for (int wanted : new int[] {1, Math.min(n, 17), n - 1, n}) {
        SymmetricEigen few = new SymmetricEigen(gram(x), wanted);
        assertArrayEquals(all.largest(n), few.largest(n));
        for (int index : few.largest(wanted)) {
          assertEquals(all.value(index), few.value(index));
          assertSameLine(all.vector(index), few.vector(index));
        }
      }
    }
  }

  /** Vectors of equal eigenvalues are a choice, which is the same whatever was wanted. */
  @Test
  void equalEigenvaluesKeepTheirChoice(Random random) {
    int n = 60;
    Matrix x = SignalDraw.normal(random, n, 5); // 55 eigenvalues are zero
    SymmetricEigen all = new SymmetricEigen(gram(x));
    SymmetricEigen few = new SymmetricEigen(gram(x), 8);
    for (int index : few.largest(8)) {
      assertArrayEquals(all.vector(index), few.vector(index));
    }
  }

  private static void assertSameLine(double[] expected, double[] actual) {
    double dot = 0;
    for (int i = 0; i < expected.length; i++) {
      dot += expected[i] * actual[i];
    }
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], Math.copySign(1, dot) * actual[i], 1e-8);
    }
  }

  private static double[][] gram(Matrix x) {
    double[][] a = new double[x.rows()][x.rows()];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        a[i][j] = Kernels.dot(x, i, x, j);
      }
    }
    return a;
  }
}
