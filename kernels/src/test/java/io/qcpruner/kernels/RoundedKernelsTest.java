package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Products with weights of 8 and 4 bits: plain kernels within the error of rounding, native ones
 * bit for bit against them.
 */
@ExtendWith(Seeded.class)
@ExtendWith(GuardedMemory.class)
class RoundedKernelsTest {
  private static final RowKernels PLAIN = new PlainKernels();

  private final List<RowKernels> all = KernelsOfThisMachine.all();

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "3, 63, 1",
    "5, 64, 2",
    "4, 65, 4",
    "37, 127, 5",
    "2, 128, 9",
    "19, 1000, 8",
    "35, 2752, 13",
    "70, 130, 40",
    "130, 66, 9",
    "65, 31, 33",
    "64, 1024, 37",
    "33, 32, 2"
  })
  void productsAreNearTheExactOnes(int outputs, int in, int rows, Random random) {
    for (CodeBits bits : CodeBits.values()) {
      CodeMatrix w = matrix(bits, outputs, in, random);
      float[] x = NativeNumbers.gaussians(rows * in, random);
      float[] plain = products(PLAIN, w, 0, outputs, x, rows);
      for (int o = 0; o < outputs; o++) {
        float[] weights = w.weights(o);
        for (int r = 0; r < rows; r++) {
          float[] row = Arrays.copyOfRange(x, r * in, (r + 1) * in);
          double exact = 0;
          for (int i = 0; i < in; i++) {
            exact += (double) weights[i] * row[i];
          }
          assertEquals(exact, plain[r * outputs + o], 1e-4 + bound(bits, weights, row));
        }
      }
      all.forEach(k -> assertArrayEquals(plain, products(k, w, 0, outputs, x, rows), k.name()));
    }
  }

  /** What half a step of every code of a row can do at most. */
  private static double bound(CodeBits bits, float[] weights, float[] row) {
    float[] w = BlockTurn.turned(weights);
    float[] x = BlockTurn.turned(row);
    int group = bits.group();
    double sum = 0;
    for (int i = 0; i < w.length; i++) {
      int from = i / group * group;
      sum += Math.abs(w[i]) * largest(x, from, from + group) / 127 * 0.51;
    }
    return sum / BlockTurn.BLOCK;
  }

  /** Of several panels, some only in part. */
  @ParameterizedTest
  @CsvSource({
    "1, 3, 1",
    "16, 16, 8",
    "15, 2, 9",
    "5, 60, 40",
    "37, 33, 33",
    "69, 1, 2",
    "7, 0, 3",
    "0, 70, 41"
  })
  void someOutputs(int first, int count, int rows, Random random) {
    for (CodeBits bits : CodeBits.values()) {
      CodeMatrix w = matrix(bits, 70, 101, random);
      float[] x = NativeNumbers.gaussians(rows * 101, random);
      float[] whole = products(PLAIN, w, 0, 70, x, rows);
      for (RowKernels kernels : all) {
        float[] some = products(kernels, w, first, count, x, rows);
        for (int i = 0; i < some.length; i++) {
          assertEquals(whole[i / count * 70 + first + i % count], some[i], kernels.name());
        }
      }
    }
  }

  /** The largest sums that a group can have, of either sign: nothing wraps around. */
  @ParameterizedTest
  @EnumSource
  void extremes(CodeBits bits) {
    int in = 128;
    int[] edges = bits == CodeBits.EIGHT ? new int[] {-127, 127} : new int[] {-8, 7};
    CodeMatrix w = empty(bits, 3, in);
    boolean four = bits == CodeBits.FOUR;
    int shift = four ? -128 : 0;
    for (int o = 0; o < 3; o++) {
      w.putFactor(o, 0.5f);
      for (int i = 0; i < in; i++) {
        if (four) {
          w.putScale(o, i / 32, 255, shift);
        }
        w.putCode(o, i, o < 2 ? edges[o] : edges[i % 2]);
      }
    }
    for (int rows : new int[] {1, 4, 9, 40}) {
      float[] x = new float[rows * in];
      for (int sign : new int[] {1, -1}) {
        for (int i = 0; i < x.length; i += 64) { // the largest code everywhere after the turn
          x[i] = 127 * sign;
        }
        for (RowKernels kernels : all) {
          float[] y = products(kernels, w, 0, 3, x, rows);
          for (int o = 0; o < 3; o++) {
            double code = o < 2 ? edges[o] : (edges[0] + edges[1]) / 2.0;
            double exact = 0.5 * ((four ? 255 : 1) * code + 4 * shift) * 127 * in * sign;
            assertEquals(exact, y[3 * rows - 3 + o], Math.abs(exact) * 1e-6, kernels.name());
          }
        }
      }
    }
  }

  /** Rows of nothing, of next to nothing and of NaN, among others. */
  @Test
  void rowsThatCanNotBeRounded(Random random) {
    int in = 70;
    for (CodeBits bits : CodeBits.values()) {
      CodeMatrix w = matrix(bits, 20, in, random);
      for (float odd :
          new float[] {0, 1e-41f, -1e-33f, Float.NaN, Float.POSITIVE_INFINITY, 3e30f}) {
        float[] x = NativeNumbers.gaussians(5 * in, random);
        Arrays.fill(x, in, 2 * in, odd);
        float[] y = products(PLAIN, w, 0, 20, x, 5);
        for (RowKernels kernels : all) {
          assertArrayEquals(y, products(kernels, w, 0, 20, x, 5), kernels.name() + " " + odd);
        }
        for (int i = 0; i < y.length; i++) {
          boolean broken = i / 20 == 1 && !Float.isFinite(odd);
          assertEquals(broken, Float.isNaN(y[i]), odd + " at " + i);
        }
      }
    }
  }

  /** Numbers thirty times as large as their row drown at most the others of their group. */
  @ParameterizedTest
  @EnumSource
  void outliersStayInTheirGroup(CodeBits bits, Random random) {
    int in = 1024;
    CodeMatrix w = matrix(bits, 64, in, random);
    float[] x = NativeNumbers.gaussians(in, random);
    double calm = relativeError(w, x);
    for (int i = 5; i < in; i += 170) {
      x[i] *= 30;
    }
    double loud = relativeError(w, x);
    assertTrue(calm < 0.01, "error " + calm);
    assertTrue(loud < 0.02, "error with outliers " + loud); // 0.05 with one scale for the row
  }

  private static double relativeError(CodeMatrix w, float[] x) {
    float[] y = products(PLAIN, w, 0, w.outputs(), x, 1);
    double error = 0;
    double squares = 0;
    for (int o = 0; o < y.length; o++) {
      float[] weights = w.weights(o);
      double exact = 0;
      for (int i = 0; i < x.length; i++) {
        exact += (double) weights[i] * x[i];
      }
      error += (y[o] - exact) * (y[o] - exact);
      squares += exact * exact;
    }
    return Math.sqrt(error / squares);
  }

  private static double largest(float[] x, int from, int end) {
    double most = 0;
    for (int i = from; i < end; i++) {
      most = Math.max(most, Math.abs(x[i]));
    }
    return most;
  }

  private static float[] products(
      RowKernels kernels, CodeMatrix w, int first, int count, float[] x, int rows) {
    int stride = count + 3;
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * rows * stride);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(rows, w.inputs()));
    kernels.multiply(w, first, count, NativeNumbers.of(x), rows, y, stride, scratch);
    return NativeNumbers.rows(y, rows, stride, count);
  }

  private static CodeMatrix empty(CodeBits bits, int outputs, int in) {
    CodeMatrix made = NativeNumbers.matrix(bits, outputs, in);
    for (int o = 0; o < CodeMatrix.paddedOutputs(outputs); o++) {
      made.put(o, new float[in]);
    }
    return made;
  }

  private static CodeMatrix matrix(CodeBits bits, int outputs, int in, Random random) {
    CodeMatrix made = empty(bits, outputs, in);
    for (int o = 0; o < outputs; o++) {
      made.put(o, NativeNumbers.gaussians(in, random));
    }
    return made;
  }
}
