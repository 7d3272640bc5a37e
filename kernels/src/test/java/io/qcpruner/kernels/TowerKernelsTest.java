package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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

/** Layer norm and nonlinearities of all levels against the plain twin, and that against doubles. */
@ExtendWith({Seeded.class, GuardedMemory.class})
class TowerKernelsTest {
  private static final RowKernels PLAIN = new PlainKernels();

  private final List<RowKernels> all = KernelsOfThisMachine.all();

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 15", "2, 16", "5, 17", "4, 64", "2, 1152", "3, 100"})
  void layerNorms(int rows, int n, Random random) {
    float[] x = NativeNumbers.gaussians(rows * n, random);
    for (int i = 0; i < x.length; i++) {
      x[i] = 3 + 2 * x[i];
    }
    float[] gain = NativeNumbers.gaussians(n, random);
    float[] bias = NativeNumbers.gaussians(n, random);
    float[] expected = layerNorm(PLAIN, x, gain, bias, rows);
    for (RowKernels kernels : all) {
      assertArrayEquals(expected, layerNorm(kernels, x, gain, bias, rows), kernels.name());
    }
    for (int r = 0; r < rows; r++) {
      assertArrayEquals(byDoubles(x, gain, bias, r), row(expected, r, n), 1e-4f);
    }
  }

  private static float[] layerNorm(
      RowKernels kernels, float[] x, float[] gain, float[] bias, int rows) {
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * x.length);
    kernels.layerNorm(
        NativeNumbers.of(x),
        NativeNumbers.of(gain),
        NativeNumbers.of(bias),
        rows,
        gain.length,
        1e-5f,
        y);
    return NativeNumbers.rows(y, rows, gain.length, gain.length);
  }

  private static float[] row(float[] x, int row, int n) {
    return Arrays.copyOfRange(x, row * n, (row + 1) * n);
  }

  private static float[] byDoubles(float[] x, float[] gain, float[] bias, int row) {
    int n = gain.length;
    double mean = 0;
    double variance = 0;
    for (int i = 0; i < n; i++) {
      mean += x[row * n + i] / (double) n;
    }
    for (int i = 0; i < n; i++) {
      variance += Math.pow(x[row * n + i] - mean, 2) / n;
    }
    float[] made = new float[n];
    for (int i = 0; i < n; i++) {
      made[i] = (float) ((x[row * n + i] - mean) / Math.sqrt(variance + 1e-5) * gain[i] + bias[i]);
    }
    return made;
  }

  @ParameterizedTest
  @EnumSource
  void nonlinearities(Nonlinearity f, Random random) {
    for (int n : new int[] {1, 16, 33, 100}) {
      int stride = n + 3;
      float[] x = NativeNumbers.gaussians(2 * stride, random);
      for (int i = 0; i < x.length; i++) {
        x[i] *= i % 5 == 0 ? 30 : 3;
      }
      float[] expected = activate(PLAIN, f, x, n);
      for (RowKernels kernels : all) {
        assertArrayEquals(expected, activate(kernels, f, x, n), f + " by " + kernels.name());
      }
      for (int r = 0; r < 2; r++) {
        for (int i = 0; i < stride; i++) {
          float in = x[r * stride + i];
          double exact = i < n ? exact(f, in) : in; // what lies between rows stays
          assertEquals(exact, expected[r * stride + i], 1e-6 * Math.max(1, Math.abs(in)));
        }
      }
    }
  }

  /** In place, two rows of n numbers that lie apart. */
  private static float[] activate(RowKernels kernels, Nonlinearity f, float[] x, int n) {
    ByteBuffer memory = NativeNumbers.of(x);
    RowView rows = new RowView(memory, 0, n + 3);
    kernels.activate(f, rows, 2, n, rows);
    return NativeNumbers.rows(memory, 1, 0, x.length);
  }

  private static double exact(Nonlinearity f, double x) {
    return switch (f) {
      case QUICK_GELU -> x / (1 + Math.exp(-1.702 * x));
      case SILU -> x / (1 + Math.exp(-x));
      case RELU -> Math.max(x, 0);
      case GELU_TANH ->
          0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      case GELU -> x * normal(x);
    };
  }

  /** The normal distribution's integral from below, by Simpson's rule. */
  private static double normal(double x) {
    double end = Math.min(Math.abs(x), 12);
    int steps = 4000;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double t = end * i / steps;
      int weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * Math.exp(-t * t / 2);
    }
    double half = sum * end / steps / 3 / Math.sqrt(2 * Math.PI);
    return x < 0 ? 0.5 - half : 0.5 + half;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoNumberStaysNone(Nonlinearity f) {
    for (RowKernels kernels : all) {
      float[] made = activate(kernels, f, new float[] {Float.NaN, 1, 2, 3, 4, 5, 6, 7}, 1);
      assertTrue(Float.isNaN(made[0]), kernels.name());
    }
  }

  @Test
  void refusesMemoryThatIsTooSmall() {
    ByteBuffer small = NativeNumbers.bytes(60);
    ByteBuffer good = NativeNumbers.bytes(64);
    for (RowKernels kernels : all.subList(1, all.size())) {
      for (int wrong = 0; wrong < 4; wrong++) {
        ByteBuffer x = wrong == 0 ? small : good;
        ByteBuffer gain = wrong == 1 ? small : good;
        ByteBuffer bias = wrong == 2 ? small : good;
        ByteBuffer y = wrong == 3 ? small : good;
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> kernels.layerNorm(x, gain, bias, 1, 16, 1e-5f, y));
      }
      assertThrows(
          IndexOutOfBoundsException.class,
          () ->
              kernels.activate(
                  Nonlinearity.RELU, new RowView(small, 0, 16), 1, 16, new RowView(good, 0, 16)));
    }
  }
}
