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
import org.junit.jupiter.params.provider.EnumSource;

/** Vector kernels against the scalar ones, bit for bit, and both against plain arithmetic. */
@ExtendWith(Seeded.class)
class Int4KernelsTest {
  private static final Int4Kernels SCALAR = new ScalarInt4Kernels();

  private final Int4Kernels vector = KernelsOfThisMachine.vectors(Int4Kernels.class).orElseThrow();

  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void theScalarOnesServeUntilVectorCodeIsCompiled(Int4Kernels.Use use)
      throws InterruptedException {
    ServingKernels<Int4Kernels> choice =
        ServingKernels.of(vector, SCALAR, Int4KernelWarmUp.of(use));
    assertEquals(SCALAR, choice.serving());
    choice.warmUp();
    while (choice.serving() != vector) {
      Thread.sleep(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "32, 32", "33, 31", "70, 100", "64, 1024", "130, 66"})
  void productsOfOneRowAreTheSameBits(int outputs, int inputs, Random random) {
    float[][] weights = rows(outputs, inputs, random);
    Int4Matrix matrix = matrix(weights, inputs);
    float[] x = rows(1, inputs, random)[0];
    Int8Tile row = Int8Tile.of(x, 0, inputs);
    for (int first = 0; first < matrix.panels(); first++) {
      for (int end = first + 1; end <= matrix.panels(); end++) {
        float[] made = products(vector, matrix, first, end, row);
        assertArrayEquals(products(SCALAR, matrix, first, end, row), made);
        for (int o = first * 64; o < Math.min(outputs, end * 64); o++) {
          assertNear(matrix, o, weights[o], x, made[o - first * 64]);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 4", "33, 31, 4", "70, 100, 3", "64, 1024, 4", "130, 66, 4"})
  void rowsOfATileHaveTheBitsThatTheyHaveAlone(int outputs, int inputs, int rows, Random random) {
    Int4Matrix matrix = matrix(rows(outputs, inputs, random), inputs);
    float[] x = rows(1, 5 + rows * inputs, random)[0];
    Int8Tile tile = Int8Tile.of(x, 5, rows, inputs);
    int width = matrix.panels() * 64;
    float[] made = products(vector, matrix, 0, matrix.panels(), tile);
    assertArrayEquals(products(SCALAR, matrix, 0, matrix.panels(), tile), made);
    for (int r = 0; r < 4; r++) {
      float[] alone =
          r < rows
              ? products(vector, matrix, 0, matrix.panels(), Int8Tile.of(x, 5 + r * inputs, inputs))
              : new float[width];
      assertArrayEquals(alone, Arrays.copyOfRange(made, r * width, (r + 1) * width), "row " + r);
    }
  }

  private static float[] products(
      Int4Kernels kernels, Int4Matrix matrix, int first, int end, Int8Tile x) {
    float[] y = new float[x.rows() * (end - first) * 64];
    kernels.products(matrix, first, end, x, y);
    return y;
  }

  /**
   * A step of 4 bits is an eighth of the largest weight of the group, of 8 bits a 127th; a scale
   * has 8 binary digits.
   */
  private static void assertNear(Int4Matrix matrix, int o, float[] w, float[] x, float got) {
    double exact = 0;
    double error = 1e-4;
    for (int i = 0; i < w.length; i++) {
      double rounded = matrix.weight(o, i);
      exact += rounded * x[i];
      error += Math.abs(rounded) * largest(x, i) / 127 / 2 * 1.01;
      assertEquals(w[i], rounded, largest(w, i) * (1 / 8.0 + 1 / 256.0), "weight " + i);
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
      float[] y = products(vector, matrix, 0, 1, Int8Tile.of(x, 0, 64));
      assertEquals(-8f * 127 * 64 * sign, y[0]);
      assertEquals(-127f * 32 * sign, y[1]);
      assertEquals(0f, y[2]);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "33, 31", "70, 100", "32, 130"})
  void weightsAsBytes(int outputs, int inputs, Random random) {
    float[][] weights = rows(outputs, inputs, random);
    for (int i = 0; i < inputs; i++) {
      weights[0][i] *= i < 32 ? 1e-3f : 1; // groups whose scales are far apart
    }
    Int4Matrix matrix = matrix(weights, inputs);
    int stride = 36;
    for (int panel = 0; panel < matrix.panels(); panel++) {
      Bytes expected = Bytes.of(SCALAR, matrix, panel, stride);
      Bytes made = Bytes.of(vector, matrix, panel, stride);
      assertArrayEquals(expected.codes, made.codes);
      assertArrayEquals(expected.scales, made.scales);
      assertArrayEquals(expected.sums, made.sums);
      for (int lane = 0; lane < 64; lane++) {
        int sum = 0;
        for (int i = 0; i < inputs; i++) {
          int code = made.code(i, lane);
          float scale = made.scales[1 + lane];
          // half a step of 8 bits, and what rounding the factor to 2⁻⁸ adds to it
          assertEquals(matrix.weight(panel * 64 + lane, i), code * scale, 0.52 * scale);
          assertTrue(Math.abs(code) <= 127);
          sum += code;
        }
        assertEquals(sum, made.sums[1 + lane]);
      }
    }
  }

  private record Bytes(short[] codes, int stride, float[] scales, int[] sums) {
    static Bytes of(Int4Kernels kernels, Int4Matrix matrix, int panel, int stride) {
      short[] codes = new short[8 + matrix.groups() * 32 * stride];
      Bytes made = new Bytes(codes, stride, new float[65], new int[65]);
      kernels.toBytes(matrix, panel, codes, 8, stride, made.scales, made.sums, 1);
      return made;
    }

    int code(int input, int output) {
      return (byte) (codes[8 + input * stride + output / 2] >> output % 2 * 8);
    }
  }

  @Test
  void extremesAsBytes() {
    float[] numbers = new float[64];
    for (int i = 0; i < 64; i++) {
      numbers[i] = i % 2 == 0 ? -8 : 7;
    }
    float[] other = new float[64];
    for (int i = 0; i < 64; i++) {
      other[i] = -numbers[i];
    }
    Int4Matrix matrix = matrix(new float[][] {numbers, other}, 64);
    Bytes made = Bytes.of(vector, matrix, 0, 32);
    assertEquals(-127, made.code(0, 0));
    assertEquals(127, made.code(0, 1));
    assertEquals(0, made.code(0, 2));
    assertEquals(8 / 127f, made.scales[1]);
    assertEquals(0, made.scales[3]);
  }

  @Test
  void zerosStayZero() {
    Int4Matrix matrix = matrix(new float[1][50], 50);
    float[] y = products(vector, matrix, 0, 1, Int8Tile.of(new float[50], 0, 50));
    assertArrayEquals(new float[64], y);
  }

  private static Int4Matrix matrix(float[][] weights, int inputs) {
    int outputs = weights.length;
    Int4Matrix matrix =
        new Int4Matrix(
            outputs,
            inputs,
            bytes((int) Int4Matrix.codeBytes(outputs, inputs)),
            bytes((int) Int4Matrix.scaleCount(outputs, inputs) * Short.BYTES));
    for (int o = 0; o < matrix.panels() * Int4Matrix.PANEL; o++) {
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
