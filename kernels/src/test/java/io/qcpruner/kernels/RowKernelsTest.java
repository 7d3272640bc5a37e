package io.qcpruner.kernels;

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

/**
 * Kernels with any instructions that this machine has, on odd sizes: plain ones against arithmetic
 * of doubles, native ones against plain ones, bit for bit.
 */
@ExtendWith(Seeded.class)
@ExtendWith(GuardedMemory.class)
class RowKernelsTest {
  private static final RowKernels PLAIN = new PlainKernels();

  private final List<RowKernels> all = KernelsOfThisMachine.all();

  /** A build on Linux makes the library of its platform, so that these tests compare something. */
  @Test
  void linuxHasNativeKernels() {
    assertTrue(all.size() > 1, all.toString());
    assertEquals(NativeCalls.LAYOUT, NativeCalls.layout());
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
    assertFalse(NativeLibrary.load(Platform.of("AIX", "ppc64")));
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 1, 1, 1",
    "F32, 5, 64, 1",
    "F32, 3, 200, 3",
    "F32, 37, 1024, 9",
    "F32, 2, 67, 5",
    "F32, 71, 1536, 7",
    "F32, 3, 1535, 2",
    "F32, 66, 2100, 6",
    "F32, 5, 4000, 4",
    "F16, 1, 1, 1",
    "F16, 5, 64, 1",
    "F16, 3, 200, 3",
    "F16, 37, 1024, 9",
    "F16, 2, 67, 5",
    "F16, 71, 1536, 7",
    "F16, 3, 1535, 2",
    "F16, 66, 2100, 6",
    "F16, 5, 4000, 4",
    "F16, 3, 13000, 70",
    "BF16, 1, 1, 1",
    "BF16, 5, 64, 1",
    "BF16, 3, 200, 3",
    "BF16, 37, 1024, 9",
    "BF16, 2, 67, 5",
    "BF16, 71, 1536, 7",
    "BF16, 3, 1535, 2",
    "BF16, 66, 2100, 6",
    "BF16, 5, 4000, 4"
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
  @CsvSource({"1, 1", "3, 15", "1, 64", "2, 100", "5, 1024"})
  void norms(int rows, int n, Random random) {
    float[] x = numbers(rows * n, random);
    float[] gain = numbers(n, random);
    float[] plain = norm(PLAIN, x, gain, rows);
    for (int r = 0; r < rows; r++) {
      double squares = 0;
      for (int i = 0; i < n; i++) {
        squares += (double) x[r * n + i] * x[r * n + i];
      }
      for (int i = 0; i < n; i++) {
        double exact = x[r * n + i] * gain[i] / Math.sqrt(squares / n + 1e-5);
        assertEquals(exact, plain[r * n + i], 1e-5);
      }
    }
    all.forEach(k -> assertArrayEquals(plain, norm(k, x, gain, rows), k.name()));
  }

  private static float[] norm(RowKernels kernels, float[] x, float[] gain, int rows) {
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * x.length);
    kernels.rmsNorm(NativeNumbers.of(x), NativeNumbers.of(gain), rows, gain.length, 1e-5f, y);
    return NativeNumbers.rows(y, 1, 0, x.length);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 16", "3, 77"})
  void gates(int rows, int n, Random random) {
    float[] x = numbers(rows * 2 * n, random);
    for (int i = 0; i < x.length; i++) {
      x[i] *= i % 3 == 0 ? 60 : 4; // far tails too
    }
    float[] plain = gate(PLAIN, x, rows, n);
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        double g = x[r * 2 * n + i];
        double exact = g / (1 + Math.exp(-g)) * x[r * 2 * n + n + i];
        assertEquals(exact, plain[r * n + i], 1e-6 * (1 + Math.abs(exact)));
      }
    }
    all.forEach(k -> assertArrayEquals(plain, gate(k, x, rows, n), k.name()));
  }

  private static float[] gate(RowKernels kernels, float[] x, int rows, int n) {
    int stride = n + 3;
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * (1 + rows * stride));
    kernels.swiglu(NativeNumbers.of(x), rows, n, new RowView(y, 1, stride));
    return columns(y, 1, rows, stride, n);
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 2, 7, 1",
    "F16, 1, 1, 0",
    "F16, 1, 16, 3",
    "F16, 4, 37, 1",
    "F16, 3, 200, 0",
    "INT8, 1, 1, 0",
    "INT8, 2, 32, 3",
    "INT8, 3, 37, 1",
    "INT8, 2, 128, 0"
  })
  void rowsOfCaches(CacheType type, int rows, int dim, int at, Random random) {
    int n = rows * dim;
    float[] x = numbers(at + n, random);
    x[at + n - 1] *= 1e-6f;
    x[at] = -1e5f; // beyond 16 bits
    float[] broken = x.clone();
    broken[at + n / 2] = Float.NaN;
    ByteBuffer plain = NativeNumbers.bytes(2 + rows * type.rowBytes(dim));
    assertEquals(1e5f, all.get(0).round(type, view(x, at, dim), rows, dim, plain, 2));
    for (RowKernels kernels : all) {
      ByteBuffer out = NativeNumbers.bytes(plain.capacity());
      assertEquals(1e5f, kernels.round(type, view(x, at, dim), rows, dim, out, 2), kernels.name());
      assertEquals(plain, out, kernels.name());
      float most = kernels.round(type, view(broken, at, dim), rows, dim, out, 2);
      assertTrue(Float.isNaN(most), kernels.name() + " " + most);
    }
    for (int r = 0; r < rows; r++) {
      int start = 2 + r * type.rowBytes(dim);
      float[] wanted = Arrays.copyOfRange(x, at + r * dim, at + (r + 1) * dim);
      boolean turned = type == CacheType.INT8;
      float[] kept = type.row(plain, start, dim);
      kept = turned ? BlockTurn.turnedHead(kept) : kept;
      wanted = turned ? BlockTurn.turnedHead(wanted) : wanted;
      for (int i = 0; i < dim; i++) {
        float number = type == CacheType.F16 ? Math.max(wanted[i], -65504) : wanted[i];
        float error =
            switch (type) {
              case F32 -> 0;
              case F16 -> Math.abs(number) / 2048 + 1e-7f;
              case INT8 -> 0.51f * type.scale(plain, start, i);
            };
        assertEquals(number, kept[i], error, type + " " + i);
      }
    }
  }

  /** One number of keys and queries that is twenty times as large as the others drowns none. */
  @Test
  void outliersOfHeadsAreSpread(Random random) {
    int dim = 128;
    float[] x = numbers(dim, random);
    x[7] = 40;
    x[71] = -40;
    ByteBuffer rows = NativeNumbers.bytes(CacheType.INT8.rowBytes(dim));
    CacheType.INT8.put(rows, 0, x);
    float[] kept = CacheType.INT8.row(rows, 0, dim);
    double error = 0;
    for (int i = 0; i < dim; i++) {
      error += Math.pow(kept[i] - x[i], 2) / dim;
    }
    // a group of 32 with such a number has an error of 40 / 127 / sqrt(12) = 0.09
    assertTrue(Math.sqrt(error) < 0.03, "error " + Math.sqrt(error));
  }

  private static RowView view(float[] x, int at, int dim) {
    return new RowView(NativeNumbers.of(x), at, dim);
  }

  /** Some columns, of rows that lie apart in three ways; a stride of 0 repeats a row. */
  @ParameterizedTest
  @CsvSource({"1, 1, 0", "3, 16, 16", "4, 37, 0", "2, 100, 103"})
  void sums(int rows, int n, int stride, Random random) {
    float[] a = numbers(2 + rows * (n + 5), random);
    float[] b = numbers(n + rows * stride, random);
    for (RowKernels kernels : all) {
      ByteBuffer y = NativeNumbers.bytes(Float.BYTES * (3 + rows * (n + 1)));
      RowView left = new RowView(NativeNumbers.of(a), 2, n + 5);
      RowView right = new RowView(NativeNumbers.of(b), 0, stride);
      kernels.add(left, right, rows, n, new RowView(y, 3, n + 1));
      float[] made = columns(y, 3, rows, n + 1, n);
      for (int i = 0; i < made.length; i++) {
        int r = i / n;
        float expected = a[2 + r * (n + 5) + i % n] + b[r * stride + i % n];
        assertEquals(expected, made[i], kernels.name());
      }
      assertEquals(0, y.getFloat(0), "what lies beside them is not touched");
    }
  }

  private static float[] columns(ByteBuffer y, int at, int rows, int stride, int n) {
    ByteBuffer from = y.slice(Float.BYTES * at, y.capacity() - Float.BYTES * at);
    return NativeNumbers.rows(from.order(y.order()), rows, stride, n);
  }

  /** Native code trusts its arguments, so what Java hands over must be checked. */
  @Test
  void buffersThatAreTooSmallAreRefused(Random random) {
    FloatMatrix w = matrix(StoredType.F32, 4, 32, random);
    ByteBuffer x = NativeNumbers.of(numbers(2 * 32, random));
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * 8);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(2, 32));
    ByteBuffer small = NativeNumbers.bytes(Float.BYTES * 7);
    ByteBuffer heap = ByteBuffer.allocate(1 << 12);
    FloatMatrix large = new FloatMatrix(StoredType.F32, 5, 32, w.numbers());
    for (RowKernels kernels : all.subList(1, all.size())) {
      kernels.multiply(w, x, 2, y, 4, scratch);
      refuses(() -> kernels.multiply(large, x, 2, y, 4, scratch));
      refuses(() -> kernels.multiply(w, small, 2, y, 4, scratch));
      refuses(() -> kernels.multiply(w, x, 2, small, 4, scratch));
      refuses(() -> kernels.multiply(w, x, 2, y, 4, small));
      refuses(() -> kernels.multiply(w, heap, 2, y, 4, scratch));
      refuses(() -> kernels.swiglu(y, 2, 2, new RowView(y, 5, 2)));
      refuses(() -> kernels.swiglu(y, 3, 2, new RowView(y, 0, 2)));
      refuses(() -> kernels.rmsNorm(y, small, 1, 8, 0, y));
      refuses(() -> kernels.rmsNorm(y, y, 2, 8, 0, y));
      for (CacheType type : CacheType.values()) {
        ByteBuffer out = NativeNumbers.bytes(type.rowBytes(8));
        kernels.round(type, new RowView(y, 0, 8), 1, 8, out, 0);
        refuses(() -> kernels.round(type, new RowView(y, 1, 8), 1, 8, out, 0));
        refuses(() -> kernels.round(type, new RowView(y, 0, 8), 1, 8, out, 1));
        refuses(() -> kernels.round(type, new RowView(y, -1, 8), 1, 8, out, 0));
        refuses(() -> kernels.round(type, new RowView(y, 0, 8), 1, 8, out, -1));
      }
      RowView fits = new RowView(y, 0, 4);
      kernels.add(fits, fits, 2, 4, fits);
      refuses(() -> kernels.add(fits, fits, 2, 5, fits));
      refuses(() -> kernels.add(fits, fits, 2, 4, new RowView(y, -1, 4)));
      refuses(() -> kernels.add(fits, fits, 2, 4, new RowView(y, 0, -1)));
    }
  }

  private static void refuses(Runnable call) {
    assertThrows(IndexOutOfBoundsException.class, call::run);
  }

  private static float[] products(RowKernels kernels, FloatMatrix w, float[] x, int rows) {
    int stride = w.outputs() + 2;
    ByteBuffer y = NativeNumbers.bytes(Float.BYTES * rows * stride);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(rows, w.inputs()));
    kernels.multiply(w, NativeNumbers.of(x), rows, y, stride, scratch);
    return NativeNumbers.rows(y, rows, stride, w.outputs());
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
