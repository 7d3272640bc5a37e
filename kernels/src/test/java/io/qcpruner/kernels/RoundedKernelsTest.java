package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    "70, 130, 40"
  })
  void eightBits(int outputs, int in, int rows, Random random) {
    Int8Matrix w = int8(outputs, in, random);
    float[] x = NativeNumbers.gaussians(rows * in, random);
    float[] plain = products(PLAIN, w, 0, outputs, x, rows);
    for (int r = 0; r < rows; r++) {
      double step = largest(x, r * in, (r + 1) * in) / 63;
      for (int o = 0; o < outputs; o++) {
        double exact = 0;
        double error = 1e-4;
        for (int i = 0; i < in; i++) {
          double weight = w.codes().get(w.index(o, i)) * (double) w.scales().getFloat(4 * o);
          exact += weight * x[r * in + i];
          error += Math.abs(weight) * step * 0.501;
        }
        assertEquals(exact, plain[r * outputs + o], error);
      }
    }
    all.forEach(k -> assertArrayEquals(plain, products(k, w, 0, outputs, x, rows), k.name()));
  }

  /** Of several panels, some only in part. */
  @ParameterizedTest
  @CsvSource({"1, 3, 1", "16, 16, 8", "15, 2, 9", "5, 60, 40", "37, 33, 33", "69, 1, 2", "7, 0, 3"})
  void someOutputsOfEightBits(int first, int count, int rows, Random random) {
    Int8Matrix w = int8(70, 101, random);
    float[] x = NativeNumbers.gaussians(rows * 101, random);
    float[] whole = products(PLAIN, w, 0, 70, x, rows);
    for (RowKernels kernels : all) {
      float[] some = products(kernels, w, first, count, x, rows);
      for (int i = 0; i < some.length; i++) {
        assertEquals(whole[i / count * 70 + first + i % count], some[i], kernels.name());
      }
    }
  }

  /** The largest sums of either sign: nothing wraps around. */
  @Test
  void extremesOfEightBits() {
    int in = 256;
    for (int sign : new int[] {1, -1}) {
      byte[] codes = new byte[2 * in];
      Arrays.fill(codes, 0, in, (byte) 127);
      Arrays.fill(codes, in, 2 * in, (byte) -127);
      Int8Matrix w = int8(2, in, codes, 1);
      float[] x = new float[9 * in];
      Arrays.fill(x, 63 * sign);
      for (RowKernels kernels : all) {
        float[] y = products(kernels, w, 0, 2, x, 9);
        assertEquals(127f * 63 * in * sign, y[0], kernels.name());
        assertEquals(2 * -127f * 63 * in * sign, y[17], kernels.name()); // its scale is 2
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 0, 1", "32, 32, 1, 0, 32", "33, 31, 2, 1, 20", "70, 100, 4, 0, 70",
    "64, 1024, 5, 10, 50", "130, 66, 9, 60, 70", "200, 2752, 3, 0, 200", "200, 96, 40, 3, 190",
    "130, 200, 8, 0, 130", "65, 65, 6, 2, 63", "64, 320, 7, 0, 64", "100, 64, 18, 9, 80"
  })
  void fourBits(int outputs, int in, int rows, int first, int count, Random random) {
    Int4Matrix w = int4(outputs, in, random);
    float[] x = NativeNumbers.gaussians(rows * in, random);
    float[] plain = products(PLAIN, w, first, count, x, rows);
    for (int r = 0; r < rows; r++) {
      for (int o = 0; o < count; o++) {
        double exact = 0;
        double error = 1e-4;
        for (int i = 0; i < in; i++) {
          double weight = w.weight(first + o, i);
          int group = r * in + i / 32 * 32;
          exact += weight * x[r * in + i];
          error +=
              Math.abs(weight) * largest(x, group, Math.min((r + 1) * in, group + 32)) / 127 * 0.51;
        }
        assertEquals(exact, plain[r * count + o], error);
      }
    }
    all.forEach(k -> assertArrayEquals(plain, products(k, w, first, count, x, rows), k.name()));
  }

  /** The largest sums that a group can have, of either sign: nothing wraps around. */
  @Test
  void extremesOfFourBits() {
    float[] low = new float[64];
    Arrays.fill(low, -8);
    float[] mixed = new float[64];
    for (int i = 0; i < 64; i++) {
      mixed[i] = i % 2 == 0 ? -8 : 7;
    }
    Int4Matrix w = int4(new float[][] {low, mixed}, 64);
    for (int rows : new int[] {1, 4, 40}) {
      float[] x = new float[rows * 64];
      for (int sign : new int[] {1, -1}) {
        Arrays.fill(x, 127 * sign);
        for (RowKernels kernels : all) {
          float[] y = products(kernels, w, 0, 2, x, rows);
          assertEquals(-8f * 127 * 64 * sign, y[0], kernels.name());
          assertEquals(-127f * 32 * sign, y[2 * rows - 1], kernels.name());
        }
      }
    }
  }

  /** Rows of nothing, of next to nothing and of what is no number, among others. */
  @Test
  void rowsThatCanNotBeRounded(Random random) {
    int in = 70;
    Int8Matrix eight = int8(20, in, random);
    Int4Matrix four = int4(20, in, random);
    for (float odd : new float[] {0, 1e-41f, -1e-33f, Float.NaN, Float.POSITIVE_INFINITY, 3e30f}) {
      float[] x = NativeNumbers.gaussians(5 * in, random);
      Arrays.fill(x, in, 2 * in, odd);
      float[] y = products(PLAIN, eight, 0, 20, x, 5);
      float[] z = products(PLAIN, four, 0, 20, x, 5);
      for (RowKernels kernels : all) {
        assertArrayEquals(y, products(kernels, eight, 0, 20, x, 5), kernels.name() + " " + odd);
        assertArrayEquals(z, products(kernels, four, 0, 20, x, 5), kernels.name() + " " + odd);
      }
      for (float[] made : List.of(y, z)) {
        for (int i = 0; i < made.length; i++) {
          boolean broken = i / 20 == 1 && !Float.isFinite(odd);
          assertEquals(broken, Float.isNaN(made[i]), odd + " at " + i);
        }
      }
    }
  }

  private static double largest(float[] x, int from, int end) {
    double most = 0;
    for (int i = from; i < end; i++) {
      most = Math.max(most, Math.abs(x[i]));
    }
    return most;
  }

  private static float[] products(
      RowKernels kernels, Int8Matrix w, int first, int count, float[] x, int rows) {
    int stride = count + 3;
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * rows * stride);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(rows, w.inputs()));
    kernels.multiply(w, first, count, NativeNumbers.of(x), rows, y, stride, scratch);
    return NativeNumbers.rows(y, rows, stride, count);
  }

  private static float[] products(
      RowKernels kernels, Int4Matrix w, int first, int count, float[] x, int rows) {
    int stride = count + 3;
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * rows * stride);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(rows, w.inputs()));
    kernels.multiply(w, first, count, NativeNumbers.of(x), rows, y, stride, scratch);
    return NativeNumbers.rows(y, rows, stride, count);
  }

  private static Int8Matrix int8(int outputs, int in, Random random) {
    byte[] codes = new byte[outputs * in];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) (random.nextInt(255) - 127);
    }
    return int8(outputs, in, codes, 0.01f);
  }

  private static Int8Matrix int8(int outputs, int in, byte[] codes, float scale) {
    ByteBuffer bytes = NativeNumbers.bytes((int) Int8Matrix.codeBytes(outputs, in));
    ByteBuffer sums = NativeNumbers.bytes(Integer.BYTES * outputs);
    ByteBuffer scales = NativeNumbers.bytes(Float.BYTES * outputs);
    Int8Matrix made = new Int8Matrix(outputs, in, bytes, sums, scales);
    for (int o = 0; o < outputs; o++) {
      int sum = 0;
      for (int i = 0; i < in; i++) {
        sum += codes[o * in + i];
        bytes.put(made.index(o, i), codes[o * in + i]);
      }
      sums.putInt(Integer.BYTES * o, sum);
      scales.putFloat(Float.BYTES * o, scale * (o + 1));
    }
    return made;
  }

  private static Int4Matrix int4(int outputs, int in, Random random) {
    float[][] weights = new float[outputs][];
    Arrays.setAll(weights, o -> NativeNumbers.gaussians(in, random));
    return int4(weights, in);
  }

  private static Int4Matrix int4(float[][] weights, int in) {
    int outputs = weights.length;
    Int4Matrix made =
        new Int4Matrix(
            outputs,
            in,
            NativeNumbers.bytes((int) Int4Matrix.codeBytes(outputs, in)),
            NativeNumbers.bytes((int) Int4Matrix.scaleCount(outputs, in) * Short.BYTES));
    for (int o = 0; o < made.panels() * Int4Matrix.PANEL; o++) {
      made.put(o, o < outputs ? weights[o] : new float[in]);
    }
    return made;
  }
}
