package io.qcpruner.model.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels with any instructions that this machine has, on odd sizes: plain ones against arithmetic
 * of doubles, native ones against plain ones, bit for bit.
 */
@ExtendWith(Seeded.class)
class RowKernelsTest {
  private static final RowKernels PLAIN = new PlainKernels();

  private final List<RowKernels> all = KernelsOfThisMachine.all();

  /** The library is part of a build for this platform, so that these tests compare something. */
  @Test
  void linuxOnX86HasNativeKernels() {
    boolean expected =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assertEquals(expected, all.size() > 1, all.toString());
  }

  @Test
  void aNameChooses() {
    for (RowKernels kernels : all) {
      assertEquals(kernels.name(), KernelsOfThisMachine.pick(kernels.name()).name());
    }
    assertEquals(all.get(all.size() - 1).name(), KernelsOfThisMachine.pick(null).name());
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> KernelsOfThisMachine.pick("mmx"));
    assertTrue(e.getMessage().contains("mmx: this machine has [plain"), e.getMessage());
  }

  @Test
  void withoutALibraryPlainKernelsServe() {
    assertFalse(NativeLibrary.load("/native/no-such-platform/kernels"));
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 1, 1, 1", "F32, 5, 64, 1", "F32, 3, 200, 3", "F32, 37, 1024, 9", "F32, 2, 67, 5",
    "F16, 1, 1, 1", "F16, 5, 64, 1", "F16, 3, 200, 3", "F16, 37, 1024, 9", "F16, 2, 67, 5",
    "BF16, 1, 1, 1", "BF16, 5, 64, 1", "BF16, 3, 200, 3", "BF16, 37, 1024, 9", "BF16, 2, 67, 5"
  })
  void products(StoredType type, int outputs, int in, int rows, Random random) {
    FloatMatrix w = matrix(type, outputs, in, random);
    float[] x = numbers(rows * in, random);
    float[] plain = products(PLAIN, w, x, rows);
    for (int r = 0; r < rows; r++) {
      for (int o = 0; o < outputs; o++) {
        double exact = 0;
        for (int i = 0; i < in; i++) {
          exact += (double) weight(w, o, i) * x[r * in + i];
        }
        assertEquals(exact, plain[r * outputs + o], 1e-4, r + " " + o);
      }
    }
    all.forEach(k -> assertArrayEquals(plain, products(k, w, x, rows), k.name()));
  }

  /** Bit for bit: requests that run together must not see each other. */
  @ParameterizedTest
  @EnumSource(StoredType.class)
  void aRowIsTheSameAloneAndAmongOthers(StoredType type, Random random) {
    int outputs = 19;
    int in = 331;
    FloatMatrix w = matrix(type, outputs, in, random);
    float[] x = numbers(7 * in, random);
    for (RowKernels kernels : all) {
      float[] together = products(kernels, w, x, 7);
      for (int r = 0; r < 7; r++) {
        float[] row = Arrays.copyOfRange(x, r * in, (r + 1) * in);
        assertArrayEquals(
            products(kernels, w, row, 1),
            Arrays.copyOfRange(together, r * outputs, (r + 1) * outputs),
            kernels.name());
      }
    }
  }

  /** Every finite 16-bit float, subnormal ones included, times one. */
  @Test
  void all16BitFloatsAreExact() {
    int in = 64;
    ByteBuffer w = NativeNumbers.bytes(Short.BYTES * in);
    FloatMatrix matrix = new FloatMatrix(StoredType.F16, 1, in, w);
    float[] x = new float[in];
    x[37] = 1;
    for (int bits = 0; bits < 1 << 16; bits++) {
      if ((bits & 0x7C00) != 0x7C00) {
        w.putShort(Short.BYTES * 37, (short) bits);
        float expected = StoredType.F16.number((short) bits) + 0f; // a sum has no -0
        for (RowKernels kernels : all) {
          assertEquals(expected, products(kernels, matrix, x, 1)[0], kernels.name());
        }
      }
    }
    assertEquals(-1.5f, StoredType.F16.number((short) 0xBE00));
    assertEquals(0x1p-24f, StoredType.F16.number((short) 1));
    assertEquals(65504f, StoredType.F16.number((short) 0x7BFF));
  }

  @Test
  void numbersAreRoundedToTheNearestHalf() {
    assertEquals(0x3C00, StoredType.half(1 + 0x1p-11f)); // a tie goes to the even neighbour
    assertEquals(0x3C02, StoredType.half(1 + 3 * 0x1p-11f));
    assertEquals(0x3C01, StoredType.half(Math.nextUp(1 + 0x1p-11f)));
    assertEquals(0x4000, StoredType.half(Math.nextDown(2f)));
    assertEquals(0x0400, StoredType.half(Math.nextDown(0x1p-14f)));
    assertEquals(0, StoredType.half(0x1p-25f));
    assertEquals(1, StoredType.half(Math.nextUp(0x1p-25f)));
    assertEquals((short) 0x8000, StoredType.half(-0f));
    assertEquals(0x7BFF, StoredType.half(1e9f));
    assertEquals((short) 0xFBFF, StoredType.half(Float.NEGATIVE_INFINITY));
    assertEquals(0x7E00, StoredType.half(Float.NaN));
    for (int bits = 0; bits < 1 << 16; bits++) {
      if ((bits & 0x7C00) != 0x7C00) {
        assertEquals((short) bits, StoredType.half(StoredType.F16.number((short) bits)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 64, 100, 1024})
  void norms(int n, Random random) {
    float[] x = numbers(n + 3, random);
    float[] gain = numbers(n, random);
    double squares = 0;
    for (int i = 3; i < n + 3; i++) {
      squares += (double) x[i] * x[i];
    }
    for (RowKernels kernels : all) {
      float[] made = new float[n + 2];
      float[] plain = new float[n + 2];
      kernels.rmsNorm(x, 3, gain, n, 1e-5f, made, 2, room(n));
      PLAIN.rmsNorm(x, 3, gain, n, 1e-5f, plain, 2, room(n));
      assertArrayEquals(plain, made, kernels.name());
      for (int i = 0; i < n; i++) {
        assertEquals(x[i + 3] * gain[i] / Math.sqrt(squares / n + 1e-5), made[i + 2], 1e-5);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 77})
  void gates(int n, Random random) {
    float[] x = numbers(2 * n, random);
    for (int i = 0; i < n; i++) {
      x[i] *= i % 3 == 0 ? 60 : 4; // far tails too
    }
    for (RowKernels kernels : all) {
      float[] made = new float[n + 1];
      float[] plain = new float[n + 1];
      kernels.gate(x, 0, n, n, made, 1, room(n));
      PLAIN.gate(x, 0, n, n, plain, 1, room(n));
      assertArrayEquals(plain, made, kernels.name());
      for (int i = 0; i < n; i++) {
        assertEquals(x[i] / (1 + Math.exp(-x[i])) * x[n + i], made[i + 1], 2e-5);
      }
    }
  }

  /** Native code trusts its arguments, so what Java hands over must be checked. */
  @Test
  void buffersThatAreTooSmallAreRefused(Random random) {
    FloatMatrix w = matrix(StoredType.F32, 4, 32, random);
    ByteBuffer x = NativeNumbers.of(numbers(2 * 32, random));
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * 8);
    ByteBuffer room = NativeNumbers.bytes((int) RowKernels.room(2, 32));
    ByteBuffer small = NativeNumbers.bytes(Float.BYTES * 7);
    ByteBuffer heap = ByteBuffer.allocate(1 << 12);
    FloatMatrix large = new FloatMatrix(StoredType.F32, 5, 32, w.numbers());
    for (RowKernels kernels : all.subList(1, all.size())) {
      kernels.multiply(w, x, 2, y, 4, room);
      refuses(() -> kernels.multiply(large, x, 2, y, 4, room));
      refuses(() -> kernels.multiply(w, small, 2, y, 4, room));
      refuses(() -> kernels.multiply(w, x, 2, small, 4, room));
      refuses(() -> kernels.multiply(w, x, 2, y, 4, small));
      refuses(() -> kernels.multiply(w, heap, 2, y, 4, room));
      refuses(() -> kernels.gate(new float[8], 0, 4, 4, new float[4], 0, small));
      HeadRows head = new HeadRows(false, y, y, 0, 3, 4);
      refuses(() -> kernels.attend(head, new float[4], 0, 1, new float[4], room));
    }
  }

  private static void refuses(Runnable call) {
    assertThrows(IndexOutOfBoundsException.class, call::run);
  }

  private static float[] products(RowKernels kernels, FloatMatrix w, float[] x, int rows) {
    int stride = w.outputs() + 2;
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * rows * stride);
    ByteBuffer room = NativeNumbers.bytes((int) RowKernels.room(rows, w.inputs()));
    kernels.multiply(w, NativeNumbers.of(x), rows, y, stride, room);
    return NativeNumbers.rows(y, rows, stride, w.outputs());
  }

  private static ByteBuffer room(int numbers) {
    return NativeNumbers.bytes((int) RowKernels.room(numbers));
  }

  private static float weight(FloatMatrix w, int output, int input) {
    int at = output * w.inputs() + input;
    return w.type() == StoredType.F32
        ? w.numbers().getFloat(Float.BYTES * at)
        : w.type().number(w.numbers().getShort(Short.BYTES * at));
  }

  private static FloatMatrix matrix(StoredType type, int outputs, int in, Random random) {
    return new FloatMatrix(type, outputs, in, NativeNumbers.random(type, outputs * in, random));
  }

  private static float[] numbers(int n, Random random) {
    return NativeNumbers.gaussians(n, random);
  }
}
