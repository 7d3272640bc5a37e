package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All implementations give the bits of the naive sums below, on odd sizes. */
@ExtendWith(Seeded.class)
class KernelSupportTest {

  private static final int[] SIZES = {
    0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 48, 63, 100, 127, 169, 207, 256, 384, 576, 1023, 2881
  };

  @Test
  void everyWidthIsThere() {
    List<String> names = Kernels.supports().stream().map(KernelSupport::name).toList();
    assertEquals(List.of("scalar", "vector-128", "vector-256", "vector-512"), names);
  }

  @Test
  void sumAndDot(Random random) {
    for (int n : SIZES) {
      float[] a = floats(random, n + 3);
      float[] b = floats(random, n + 5);
      for (KernelSupport k : Kernels.supports()) {
        assertEquals(NaiveSums.sum(n, i -> a[3 + i]), k.sum(a, 3, n), k.name() + " " + n);
        assertEquals(
            NaiveSums.sum(n, i -> a[3 + i] * b[5 + i]), k.dot(a, 3, b, 5, n), k.name() + " " + n);
      }
    }
  }

  @Test
  void dotIsCloseToTheExactSum(Random random) {
    int n = 2881;
    float[] a = floats(random, n);
    double exact = 0;
    for (float x : a) {
      exact += (double) x * x;
    }
    assertEquals(exact, Kernels.dot(a, a), 1e-5 * exact);
  }

  @Test
  void dotsOfSeveralRows(Random random) {
    for (int rows : new int[] {0, 1, 3, 4, 5, 8, 11}) {
      for (int n : new int[] {1, 15, 16, 37, 128}) {
        float[] a = floats(random, n);
        float[] b = floats(random, rows * n);
        float[] expected = new float[rows];
        for (int r = 0; r < rows; r++) {
          int row = r;
          expected[r] = NaiveSums.sum(n, i -> a[i] * b[row * n + i]);
        }
        for (KernelSupport k : Kernels.supports()) {
          float[] out = new float[rows + 1];
          k.dots(a, 0, b, 0, rows, n, out, 1);
          for (int r = 0; r < rows; r++) {
            assertEquals(expected[r], out[1 + r], k.name() + " " + rows + " x " + n);
          }
        }
      }
    }
  }

  @Test
  void dotsOfRowsWithRows(Random random) {
    for (int rows : new int[] {0, 1, 4, 7, 16}) {
      for (int others : new int[] {1, 3, 4, 6}) {
        for (int n : new int[] {1, 16, 37, 128}) {
          float[] a = floats(random, rows * n + 2);
          float[] b = floats(random, others * n + 3);
          for (KernelSupport k : Kernels.supports()) {
            float[] out = new float[1 + rows * 9];
            k.dots(a, 2, rows, b, 3, others, n, out, 1, 9);
            for (int r = 0; r < rows; r++) {
              for (int s = 0; s < others; s++) {
                int at = 2 + r * n;
                int bt = 3 + s * n;
                assertEquals(
                    NaiveSums.sum(n, i -> a[at + i] * b[bt + i]), out[1 + r * 9 + s], k.name());
              }
            }
          }
        }
      }
    }
  }

  @Test
  void squaredDistances(Random random) {
    for (int n : SIZES) {
      float[] a = floats(random, n + 2);
      float[] b = floats(random, n + 3);
      double expected = NaiveSums.sumOfSquares(n, i -> (double) a[2 + i] - b[3 + i]);
      for (KernelSupport k : Kernels.supports()) {
        assertEquals(expected, k.squaredDistance(a, 2, b, 3, n), k.name() + " " + n);
        assertEquals(0, k.squaredDistance(a, 2, a, 2, n), k.name());
      }
    }
  }

  /** Where fdlibm's exp changes its way, and both ends of what vectors take. */
  private static final double[] TURNS = {0, 0x1p-28, Math.log(2) / 2, Math.log(2) * 1.5, 700, 745};

  @Test
  void sigmoidsHaveTheBitsOfStrictMath(Random random) {
    for (int n : SIZES) {
      assertSigmoids(floats(random, n + 3), n);
      float[] everyKind = new float[n + 3];
      float[] below700 = new float[n + 3];
      for (int i = 0; i < n + 3; i++) {
        everyKind[i] = Float.intBitsToFloat(random.nextInt());
        below700[i] = everyKind[i] % 700; // NaN of infinities is one of many kinds
      }
      assertSigmoids(everyKind, n);
      assertSigmoids(below700, n);
    }
    for (double turn : TURNS) {
      float[] around = new float[2003];
      int middle = Math.max(1000, Float.floatToIntBits((float) turn));
      for (int i = 0; i < around.length; i++) {
        around[i] = Float.intBitsToFloat(middle + i / 2 - 500) * (i % 2 == 0 ? 1 : -1);
      }
      assertSigmoids(around, 2000);
    }
  }

  private static void assertSigmoids(float[] x, int n) {
    double[] expected = new double[n];
    for (int i = 0; i < n; i++) {
      expected[i] = 1 / (1 + StrictMath.exp(-x[3 + i]));
    }
    for (KernelSupport k : Kernels.supports()) {
      double[] actual = new double[n];
      k.sigmoids(x, 3, n, actual);
      assertArrayEquals(expected, actual, k.name() + " " + n);
    }
  }

  @Test
  void addRows(Random random) {
    for (int columns : new int[] {1, 5, 8, 19, 40}) {
      for (int count : new int[] {0, 1, 4, 7, 16, 21, 35}) {
        for (int sums : new int[] {1, 3, 4, 6, 8}) {
          double[][] rows = doubles(random, count, columns);
          double[][] factors = doubles(random, sums, count);
          double[][] before = doubles(random, sums, columns);
          for (int from : new int[] {0, columns / 3}) {
            double[][] expected = copy(before);
            NaiveSums.addRows(expected, factors, rows, from, columns - from / 2);
            for (KernelSupport k : Kernels.supports()) {
              double[][] actual = copy(before);
              k.addRows(actual, factors, rows, count, from, columns - from / 2);
              assertArrayEquals(expected, actual, k.name());
            }
          }
        }
      }
    }
  }

  private static double[][] doubles(Random random, int rows, int columns) {
    double[][] out = new double[rows][columns];
    for (double[] row : out) {
      Arrays.setAll(row, i -> random.nextGaussian());
    }
    return out;
  }

  private static double[][] copy(double[][] x) {
    return Arrays.stream(x).map(double[]::clone).toArray(double[][]::new);
  }

  @Test
  void coverageGains(Random random) {
    for (int n : SIZES) {
      float[] row = floats(random, n + 2);
      float[] target = positive(random, n);
      float[] cover = positive(random, n);
      float scale = random.nextFloat();
      int from = Math.min(n, 5);
      float expected =
          0.5f
              * NaiveSums.sum(
                  n - from,
                  i ->
                      twicePositive(
                          row[2 + from + i] * target[from + i] * scale - cover[from + i]));
      float expectedEmpty =
          0.5f
              * NaiveSums.sum(
                  n - from, i -> twicePositive(row[2 + from + i] * target[from + i] * scale));
      for (KernelSupport k : Kernels.supports()) {
        String name = k.name() + " " + n;
        assertEquals(expected, k.coverageGain(row, 2, target, scale, cover, from, n), name);
        float[] empty = new float[2];
        float[] covered = new float[2];
        k.coverageGains(row, 2, target, scale, cover, from, n, empty, covered, 1);
        assertEquals(expectedEmpty, empty[1], name);
        assertEquals(expected, covered[1], name);
      }
    }
  }

  @Test
  void gainNeverGrowsWithTheCover(Random random) {
    float[] row = floats(random, 207);
    float[] target = positive(random, 207);
    float[] cover = new float[207];
    for (KernelSupport k : Kernels.supports()) {
      float before = Float.POSITIVE_INFINITY;
      for (int step = 0; step < 50; step++) {
        float gain = k.coverageGain(row, 0, target, 1f, cover, 0, 207);
        assertEquals(true, gain <= before, k.name());
        before = gain;
        cover[random.nextInt(207)] += random.nextFloat() * 0.1f;
      }
    }
  }

  @Test
  void coverageUpdate(Random random) {
    for (int n : SIZES) {
      float[] row = floats(random, n);
      float[] target = positive(random, n);
      float[] cover = positive(random, n);
      float[] expected = cover.clone();
      boolean changed = false;
      for (int i = Math.min(n, 1); i < n; i++) {
        float weight = row[i] * target[i] * 0.7f;
        changed |= weight > expected[i];
        expected[i] = Math.max(expected[i], weight);
      }
      for (KernelSupport k : Kernels.supports()) {
        float[] actual = cover.clone();
        assertEquals(
            changed, k.coverageUpdate(row, 0, target, 0.7f, actual, Math.min(n, 1), n), k.name());
        assertArrayEquals(expected, actual, k.name() + " " + n);
      }
    }
  }

  private static float twicePositive(float rise) {
    return rise > 0 ? 2 * rise : 0;
  }

  private static float[] floats(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }

  private static float[] positive(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = random.nextFloat();
    }
    return out;
  }
}
