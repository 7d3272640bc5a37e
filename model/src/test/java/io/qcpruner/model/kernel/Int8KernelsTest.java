package io.qcpruner.model.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.junit.jupiter.params.provider.ValueSource;

/** Vector kernels against the scalar ones, bit for bit. */
@ExtendWith(Seeded.class)
class Int8KernelsTest {
  private static final Int8Kernels SCALAR = new ScalarInt8Kernels();

  private final Int8Kernels vector = KernelsOfThisMachine.vectors(Int8Kernels.class).orElseThrow();

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 63", "5, 64", "4, 65", "7, 127", "2, 128", "9, 1000", "3, 2752"})
  void products(int outputs, int in, Random random) {
    byte[] weights = new byte[outputs * in];
    random.nextBytes(weights);
    byte[] codes = new byte[in + 2];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) (random.nextInt(127) - 63);
    }
    assertArrayEquals(
        products(SCALAR, weights, outputs, codes, in),
        products(vector, weights, outputs, codes, in));
  }

  @Test
  @Timeout(60)
  void theScalarOnesServeUntilVectorCodeIsCompiled() throws InterruptedException {
    ServingKernels<Int8Kernels> choice =
        ServingKernels.of(vector, SCALAR, Int8KernelWarmUp::compiles);
    assertEquals(SCALAR, choice.serving());
    choice.warmUp();
    while (choice.serving() != vector) {
      Thread.sleep(1);
    }
  }

  /** The largest sums of either sign: nothing wraps around. */
  @Test
  void extremes() {
    int in = 256;
    byte[] weights = new byte[2 * in];
    Arrays.fill(weights, 0, in, (byte) 127);
    Arrays.fill(weights, in, 2 * in, (byte) -127);
    byte[] codes = new byte[in + 2];
    for (byte code : new byte[] {63, -63}) {
      Arrays.fill(codes, code);
      int[] made = products(vector, weights, 2, codes, in);
      assertEquals(127 * code * in, made[0]);
      assertEquals(-127 * code * in, made[1]);
    }
  }

  private static int[] products(
      Int8Kernels kernels, byte[] weights, int outputs, byte[] codes, int in) {
    ByteBuffer w = ByteBuffer.allocateDirect(weights.length).put(0, weights);
    short[] x = new short[in];
    kernels.prepare(codes, 2, in, x);
    int[] y = new int[outputs];
    kernels.products(w, outputs, in, x, y);
    return y;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 33})
  void finish(int outputs, Random random) {
    int rows = 3;
    int[] sums = random.ints(rows * outputs, -40_000_000, 40_000_000).toArray();
    int[] weightSums = random.ints(outputs, -100_000, 100_000).toArray();
    float[] factors = floats(outputs, random);
    for (float[] bias : new float[][] {null, floats(outputs, random)}) {
      assertArrayEquals(
          finish(SCALAR, sums, rows, weightSums, factors, bias),
          finish(vector, sums, rows, weightSums, factors, bias));
    }
  }

  private static float[] floats(int count, Random random) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  private static float[] finish(
      Int8Kernels kernels, int[] sums, int rows, int[] weightSums, float[] factors, float[] bias) {
    int outputs = weightSums.length;
    ByteBuffer from =
        ByteBuffer.allocateDirect(Integer.BYTES * sums.length).order(ByteOrder.LITTLE_ENDIAN);
    from.asIntBuffer().put(sums);
    int stride = outputs + 5;
    ByteBuffer out =
        ByteBuffer.allocateDirect(Float.BYTES * (rows * stride + 3)).order(ByteOrder.LITTLE_ENDIAN);
    kernels.finish(
        from, rows, 64, weightSums, factors, bias, out, 3 * Float.BYTES, stride * Float.BYTES);
    float[] made = new float[rows * stride + 3];
    out.asFloatBuffer().get(made);
    return made;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 100})
  void round(int n, Random random) {
    float[] x = floats(n, random);
    for (float inverse : new float[] {1, 127.3f, 254, 1000}) { // the last leaves the range
      assertArrayEquals(round(SCALAR, x, inverse), round(vector, x, inverse));
    }
    assertArrayEquals(
        new byte[] {-64, -64, -62, -66},
        round(SCALAR, new float[] {0, 0.5f, 1.5f, -1.5f}, 1)); // ties to even
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 100})
  void range(int n, Random random) {
    for (float shift : new float[] {0, 2, -2}) {
      ByteBuffer x = ByteBuffer.allocateDirect(Float.BYTES * n).order(ByteOrder.LITTLE_ENDIAN);
      for (float value : floats(n, random)) {
        x.putFloat(value + shift);
      }
      assertArrayEquals(SCALAR.range(x, n), vector.range(x, n));
    }
  }

  private static byte[] round(Int8Kernels kernels, float[] x, float inverse) {
    ByteBuffer from =
        ByteBuffer.allocateDirect(Float.BYTES * x.length).order(ByteOrder.LITTLE_ENDIAN);
    from.asFloatBuffer().put(x);
    ByteBuffer codes = ByteBuffer.allocateDirect(x.length);
    kernels.round(from, x.length, inverse, 64, codes);
    byte[] made = new byte[x.length];
    codes.get(0, made);
    return made;
  }
}
