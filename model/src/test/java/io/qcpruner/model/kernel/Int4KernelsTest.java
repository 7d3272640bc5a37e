package io.qcpruner.model.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vector kernels against the scalar ones, bit for bit, and both against plain arithmetic. */
@ExtendWith(Seeded.class)
class Int4KernelsTest {
  private static final Int4Kernels SCALAR = new ScalarInt4Kernels();

  private final Int4Kernels vector = KernelsOfThisMachine.vectors(Int4Kernels.class).orElseThrow();

  @Test
  @Timeout(60)
  void theScalarOnesServeUntilVectorCodeIsCompiled() throws InterruptedException {
    ServingKernels<Int4Kernels> choice =
        ServingKernels.of(vector, SCALAR, Int4KernelWarmUp::compiles);
    assertEquals(SCALAR, choice.serving());
    choice.warmUp();
    while (choice.serving() != vector) {
      Thread.sleep(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "32, 32", "33, 31", "70, 100", "64, 1024"})
  void productsAreTheSameBits(int outputs, int inputs, Random random) {
    float[][] weights = rows(outputs, inputs, random);
    Int4Matrix matrix = matrix(weights, inputs);
    float[] x = rows(1, inputs, random)[0];
    Int8Row row = Int8Row.of(x, 0, inputs);
    for (int panel = 0; panel < matrix.panels(); panel++) {
      float[] expected = new float[33];
      float[] made = new float[33];
      SCALAR.product(matrix, panel, row, expected, 1);
      vector.product(matrix, panel, row, made, 1);
      assertArrayEquals(expected, made);
      for (int o = panel * 32; o < Math.min(outputs, panel * 32 + 32); o++) {
        assertNear(matrix, o, weights[o], x, made[1 + o - panel * 32]);
      }
    }
  }

  /** A step of 4 bits is an eighth of the largest weight of the group, and of 8 bits a 127th. */
  private static void assertNear(Int4Matrix matrix, int o, float[] w, float[] x, float got) {
    double exact = 0;
    double error = 1e-4;
    for (int i = 0; i < w.length; i++) {
      double rounded = matrix.weight(o, i);
      exact += rounded * x[i];
      error += Math.abs(rounded) * largest(x, i) / 127 / 2 * 1.01;
      assertEquals(w[i], rounded, largest(w, i) / 8 * 1.001, "weight " + i);
    }
    assertEquals(exact, got, error);
  }

  private static double largest(float[] values, int i) {
    double most = 0;
    for (int k = i / 32 * 32; k < Math.min(values.length, i / 32 * 32 + 32); k++) {
      most = Math.max(most, Math.abs(values[k]));
    }
    return most;
  }

  /** The largest sums that a group can have, of either sign: nothing wraps around. */
  @Test
  void extremes() {
    float[] low = new float[64];
    Arrays.fill(low, -8);
    float[] mixed = new float[64];
    for (int i = 0; i < 64; i++) {
      mixed[i] = i % 2 == 0 ? -8 : 7;
    }
    Int4Matrix matrix = matrix(new float[][] {low, mixed}, 64);
    float[] x = new float[64];
    for (int sign : new int[] {1, -1}) {
      Arrays.fill(x, 127 * sign);
      float[] y = new float[32];
      vector.product(matrix, 0, Int8Row.of(x, 0, 64), y, 0);
      assertEquals(-8f * 127 * 64 * sign, y[0]);
      assertEquals(-127f * 32 * sign, y[1]);
      assertEquals(0f, y[2]);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "33, 31", "70, 100"})
  void widenedWeights(int outputs, int inputs, Random random) {
    Int4Matrix matrix = matrix(rows(outputs, inputs, random), inputs);
    int stride = 40 * Float.BYTES;
    for (int panel = 0; panel < matrix.panels(); panel++) {
      ByteBuffer expected = bytes(inputs * stride);
      ByteBuffer made = bytes(inputs * stride);
      SCALAR.widen(matrix, panel, expected, 8, stride);
      vector.widen(matrix, panel, made, 8, stride);
      assertEquals(expected, made);
      assertTrue(made.getFloat(8) == matrix.weight(panel * 32, 0));
    }
  }

  @Test
  void zerosStayZero() {
    Int4Matrix matrix = matrix(new float[1][50], 50);
    float[] y = new float[32];
    vector.product(matrix, 0, Int8Row.of(new float[50], 0, 50), y, 0);
    assertArrayEquals(new float[32], y);
  }

  private static Int4Matrix matrix(float[][] weights, int inputs) {
    int outputs = weights.length;
    Int4Matrix matrix =
        new Int4Matrix(
            outputs,
            inputs,
            bytes((int) Int4Matrix.codeBytes(outputs, inputs)),
            bytes((int) Int4Matrix.scaleBytes(outputs, inputs)));
    for (int o = 0; o < matrix.panels() * Int4Matrix.BLOCK; o++) {
      matrix.put(o, o < outputs ? weights[o] : new float[inputs]);
    }
    return matrix;
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocateDirect(count).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static float[][] rows(int count, int width, Random random) {
    float[][] out = new float[count][width];
    for (float[] row : out) {
      for (int i = 0; i < width; i++) {
        row[i] = (float) random.nextGaussian();
      }
    }
    return out;
  }
}
