package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

@ExtendWith(Seeded.class)
class KernelsTest {

  @Test
  void selfCosineIsSymmetricWithUnitDiagonal(Random random) {
    for (int n : new int[] {1, 2, 5, 16, 17, 67}) {
      Matrix x = gaussian(random, n, 33);
      Matrix cosine = Kernels.cosine(x);
      Matrix pairwise = Kernels.cosine(x, x);
      for (int i = 0; i < n; i++) {
        assertEquals(1f, cosine.get(i, i));
        for (int j = 0; j < n; j++) {
          assertEquals(cosine.get(i, j), cosine.get(j, i));
          assertEquals(exactCosine(x, i, j), cosine.get(i, j), 1e-6);
          assertEquals(cosine.get(i, j), pairwise.get(i, j), 1e-7);
        }
      }
    }
  }

  @Test
  void productsOfRowsWithThemselvesAreThoseOfAnyTwo(Random random) {
    for (int n : new int[] {1, 5, 16, 33, 67, 131}) {
      Matrix x = gaussian(random, n, 48);
      assertArrayEquals(Kernels.dots(x, x).data(), Kernels.dots(x).data());
    }
  }

  @Test
  void cosinesOfSomeRowsAreThoseOfTheirCopy(Random random) {
    Matrix a = gaussian(random, 60, 48);
    Matrix b = gaussian(random, 9, 48);
    for (int count : new int[] {0, 1, 31, 37, 128, 149, 300}) {
      int[] rows = random.ints(count, 0, 60).toArray();
      assertArrayEquals(
          Kernels.cosine(a.selectRows(rows), b).data(), Kernels.cosine(a, rows, b).data());
    }
  }

  @Test
  void centredSigmoidsAreThoseOfOneNumberAfterTheOther(Random random) {
    for (int rows : new int[] {0, 1, 4, 7, 21}) {
      for (int cols : new int[] {1, 13, 200}) {
        Matrix x = gaussian(random, rows, cols);
        float[] expected = new float[rows * cols];
        for (int i = 0; i < rows; i++) {
          double sum = 0;
          for (float value : x.row(i)) {
            sum += 1 / (1 + StrictMath.exp(-value));
          }
          for (int c = 0; c < cols; c++) {
            double own = 1 / (1 + StrictMath.exp(-x.get(i, c)));
            expected[i * cols + c] = (float) (own - sum / cols);
          }
        }
        assertArrayEquals(expected, Kernels.centredSigmoids(x).data(), rows + " x " + cols);
      }
    }
  }

  @Test
  void equalRowsHaveCosineExactlyOne(Random random) {
    Matrix x = gaussian(random, 40, 101);
    System.arraycopy(x.data(), 0, x.data(), x.offset(17), x.cols());
    assertEquals(1f, Kernels.cosine(x).get(0, 17));
    assertArrayEquals(columnsWithout(x, 0), columnsWithout(x, 17));
  }

  @Test
  void zeroRowsHaveCosineZero() {
    Matrix cosine = Kernels.cosine(Matrix.of(new float[] {0, 0}, new float[] {3, 4}));
    assertArrayEquals(new float[] {1, 0, 0, 1}, cosine.data());
  }

  @Test
  void topKBreaksTiesByIndex(Random random) {
    for (int n : new int[] {1, 2, 30, 200}) {
      float[] scores = new float[n];
      for (int i = 0; i < n; i++) {
        scores[i] = random.nextInt(7) - 3 + (random.nextBoolean() ? 0f : -0f);
      }
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -(scores[i] + 0.0)))
              .mapToInt(i -> i)
              .toArray();
      for (int k : new int[] {0, 1, n / 2, n}) {
        assertArrayEquals(Arrays.copyOf(expected, k), Kernels.topK(scores, k));
      }
    }
  }

  @Test
  void scoreKeyKeepsItsParts(Random random) {
    for (int i = 0; i < 1000; i++) {
      float score = (float) random.nextGaussian();
      long key = ScoreKey.of(score, i);
      assertEquals(score, ScoreKey.score(key));
      assertEquals(i, ScoreKey.index(key));
      assertTrue(key < ScoreKey.of(score, i + 1));
      assertTrue(key > ScoreKey.of(Math.nextUp(score), i + 1));
    }
  }

  @Test
  void mistakesAreNamed() {
    Matrix x = Matrix.zeros(2, 3);
    refused("3", () -> Kernels.dot(new float[3], new float[4]));
    refused("2", () -> Kernels.dots(x, Matrix.zeros(1, 2)));
    refused("top 4", () -> Kernels.topK(new float[3], 4));
    refused("score 1 is NaN", () -> Kernels.topK(new float[] {0, Float.NaN}, 1));
    Matrix bad = Matrix.of(new float[] {1}, new float[] {Float.NaN});
    refused("row 1", () -> Kernels.cosine(bad));
    refused("row 1", () -> Kernels.cosine(bad, new int[] {0, 1}, Matrix.of(new float[] {1})));
    refused("targets", () -> Kernels.coverageGain(x, 0, new float[2], 1, new float[3]));
  }

  private static void refused(String part, Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }

  private static float[] columnsWithout(Matrix x, int row) {
    float[] cosines = Kernels.cosine(x).row(row);
    cosines[0] = 0;
    cosines[17] = 0;
    return cosines;
  }

  private static double exactCosine(Matrix x, int i, int j) {
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int c = 0; c < x.cols(); c++) {
      ab += (double) x.get(i, c) * x.get(j, c);
      aa += (double) x.get(i, c) * x.get(i, c);
      bb += (double) x.get(j, c) * x.get(j, c);
    }
    return ab / Math.sqrt(aa) / Math.sqrt(bb);
  }

  static Matrix gaussian(Random random, int rows, int cols) {
    Matrix m = Matrix.zeros(rows, cols);
    for (int i = 0; i < m.data().length; i++) {
      m.data()[i] = (float) random.nextGaussian();
    }
    return m;
  }
}
