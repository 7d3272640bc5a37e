package io.qcpruner.model.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vector kernels against naive ones, and bit for bit against their twins, on odd sizes. */
@ExtendWith(Seeded.class)
class RowKernelsTest {
  private static final RowKernels NAIVE = new NaiveRowKernels();

  private final RowKernels vector = KernelsOfThisMachine.vectors(RowKernels.class).orElseThrow();
  private final RowKernels twin = new LaneRowKernels(vector.lanes());

  @Test
  void theTestsRunWithTheVectorModule() {
    assertTrue(vector.name().startsWith("vector-"), vector.name());
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(60)
  void theTwinServesUntilUsesHaveLedToCompiledVectorCode(RowKernels.Use use)
      throws InterruptedException {
    ServingKernels<RowKernels> choice = ServingKernels.of(vector, twin, RowKernelWarmUp.of(use));
    assertEquals(twin.name(), choice.serving().name());
    while (choice.serving() != vector) {
      Thread.sleep(1);
    }
  }

  @Test
  @Timeout(60)
  void anAttemptThatFailsIsMadeAgainAfterOthers() throws InterruptedException {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    ServingKernels<RowKernels> slow =
        ServingKernels.of(
            vector,
            twin,
            (v, t) -> {
              order.add("slow");
              return order.size() > 2;
            });
    CountDownLatch bothAsked = new CountDownLatch(1);
    ServingKernels<RowKernels> first =
        ServingKernels.of(vector, twin, (v, t) -> awaited(bothAsked));
    ServingKernels<RowKernels> other =
        ServingKernels.of(vector, twin, (v, t) -> order.add("other"));
    first.warmUp();
    slow.warmUp();
    other.warmUp();
    bothAsked.countDown();
    while (slow.serving() != vector || other.serving() != vector) {
      Thread.sleep(1);
    }
    assertEquals(List.of("slow", "other", "slow"), order);
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void withoutVectorCodeTheTwinStays() {
    ServingKernels<RowKernels> choice = ServingKernels.only(twin);
    choice.warmUp();
    assertEquals(twin, choice.serving());
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 1, 1, 1", "F32, 5, 64, 1", "F32, 3, 200, 3", "F32, 7, 1024, 8", "F32, 2, 67, 5",
    "F16, 1, 1, 1", "F16, 5, 64, 1", "F16, 3, 200, 3", "F16, 7, 1024, 8", "F16, 2, 67, 5",
    "BF16, 1, 1, 1", "BF16, 5, 64, 1", "BF16, 3, 200, 3", "BF16, 7, 1024, 8", "BF16, 2, 67, 5"
  })
  void products(StoredType type, int outputs, int in, int rows, Random random) {
    ByteBuffer w = weights(type, outputs * in, random);
    float[] x = numbers(rows * in, random);
    float[] expected = products(NAIVE, type, w, outputs, in, x, rows);
    float[] made = products(vector, type, w, outputs, in, x, rows);
    assertArrayEquals(expected, made, 1e-4f);
    assertArrayEquals(made, products(twin, type, w, outputs, in, x, rows));
  }

  /** Bit for bit: requests that run together must not see each other. */
  @ParameterizedTest
  @EnumSource(StoredType.class)
  void aRowIsTheSameAloneAndAmongOthers(StoredType type, Random random) {
    int outputs = 10; // some in fours, some not
    int in = 331;
    ByteBuffer w = weights(type, outputs * in, random);
    float[] x = numbers(7 * in, random);
    float[] together = products(vector, type, w, outputs, in, x, 7);
    for (int r = 0; r < 7; r++) {
      float[] row = Arrays.copyOfRange(x, r * in, (r + 1) * in);
      float[] alone = products(vector, type, w, outputs, in, row, 1);
      assertArrayEquals(alone, Arrays.copyOfRange(together, r * outputs, (r + 1) * outputs));
    }
  }

  /** Every finite 16-bit float, subnormal ones included, times one. */
  @Test
  void all16BitFloatsAreExact() {
    int in = 64;
    ByteBuffer w = ByteBuffer.allocateDirect(2 * in).order(ByteOrder.LITTLE_ENDIAN);
    float[] x = new float[in];
    x[37] = 1;
    for (int bits = 0; bits < 1 << 16; bits++) {
      if ((bits & 0x7C00) != 0x7C00) {
        w.putShort(2 * 37, (short) bits);
        float value = products(vector, StoredType.F16, w, 1, in, x, 1)[0];
        assertEquals(StoredType.F16.number((short) bits) + 0f, value); // a sum has no -0
        assertEquals(value, products(twin, StoredType.F16, w, 1, in, x, 1)[0]);
      }
    }
    assertEquals(-1.5f, StoredType.F16.number((short) 0xBE00));
    assertEquals(0x1p-24f, StoredType.F16.number((short) 1));
    assertEquals(65504f, StoredType.F16.number((short) 0x7BFF));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 64, 100, 1024})
  void norms(int n, Random random) {
    float[] x = numbers(n + 3, random);
    float[] gain = numbers(n, random);
    float[] expected = new float[n + 2];
    float[] made = new float[n + 2];
    NAIVE.rmsNorm(x, 3, gain, n, 1e-5f, expected, 2);
    vector.rmsNorm(x, 3, gain, n, 1e-5f, made, 2);
    assertArrayEquals(expected, made, 1e-5f);
    float[] again = new float[n + 2];
    twin.rmsNorm(x, 3, gain, n, 1e-5f, again, 2);
    assertArrayEquals(made, again);
  }

  @ParameterizedTest
  @CsvSource({"1, 64", "5, 128", "130, 80", "17, 8", "3, 5"})
  void attention(int rows, int dim, Random random) {
    ByteBuffer keys = weights(StoredType.F32, (rows + 1) * dim, random);
    float[] q = numbers(dim + 4, random);
    float[] expected = new float[rows];
    float[] made = new float[rows];
    NAIVE.scores(keys, 4 * dim, rows, dim, q, 4, 0.3f, expected);
    vector.scores(keys, 4 * dim, rows, dim, q, 4, 0.3f, made);
    assertArrayEquals(expected, made, 1e-4f);
    NAIVE.softmax(expected, rows);
    vector.softmax(made, rows);
    assertArrayEquals(expected, made, 1e-5f);
    float[] expectedOut = new float[dim + 1];
    float[] out = new float[dim + 1];
    NAIVE.mix(keys, 4 * dim, rows, dim, expected, expectedOut, 1);
    vector.mix(keys, 4 * dim, rows, dim, made, out, 1);
    assertArrayEquals(expectedOut, out, 1e-4f);
    float[] again = new float[rows];
    float[] outAgain = new float[dim + 1];
    twin.scores(keys, 4 * dim, rows, dim, q, 4, 0.3f, again);
    twin.softmax(again, rows);
    twin.mix(keys, 4 * dim, rows, dim, again, outAgain, 1);
    assertArrayEquals(made, again);
    assertArrayEquals(out, outAgain);
  }

  @ParameterizedTest
  @CsvSource({"1, 64", "5, 128", "130, 80", "17, 32", "7, 200", "3, 5"})
  void attentionToHalfKeysAndValues(int rows, int dim, Random random) {
    ByteBuffer keys = weights(StoredType.F16, (rows + 1) * dim, random);
    float[] q = numbers(dim + 4, random);
    float[] expected = new float[rows];
    float[] made = new float[rows];
    float[] again = new float[rows];
    NAIVE.halfScores(keys, 2 * dim, rows, dim, q, 4, 0.3f, expected);
    vector.halfScores(keys, 2 * dim, rows, dim, q, 4, 0.3f, made);
    twin.halfScores(keys, 2 * dim, rows, dim, q, 4, 0.3f, again);
    assertArrayEquals(expected, made, 1e-4f);
    assertArrayEquals(made, again);
    vector.softmax(made, rows);
    float[] expectedOut = new float[dim + 2];
    float[] out = new float[dim + 2];
    float[] outAgain = new float[dim + 2];
    NAIVE.halfMix(keys, 2 * dim, rows, dim, made, expectedOut, 1);
    vector.halfMix(keys, 2 * dim, rows, dim, made, out, 1);
    twin.halfMix(keys, 2 * dim, rows, dim, made, outAgain, 1);
    assertArrayEquals(expectedOut, out, 1e-5f);
    assertArrayEquals(out, outAgain);
  }

  /** Every finite 16-bit float, as key and as value. */
  @Test
  void allHalfKeysAndValuesAreExact() {
    int dim = 64;
    ByteBuffer one = ByteBuffer.allocateDirect(2 * dim).order(ByteOrder.LITTLE_ENDIAN);
    float[] q = new float[dim];
    q[21] = 1;
    float[] made = new float[1];
    float[] out = new float[dim];
    for (int bits = 0; bits < 1 << 16; bits++) {
      if ((bits & 0x7C00) != 0x7C00) {
        one.putShort(2 * 21, (short) bits);
        float number = StoredType.F16.number((short) bits);
        vector.halfScores(one, 0, 1, dim, q, 0, 1, made);
        assertEquals(number + 0f, made[0]); // a sum has no -0
        vector.halfMix(one, 0, 1, dim, new float[] {1}, out, 0);
        assertEquals(number + 0f, out[21]);
        assertEquals((short) bits, StoredType.half(number));
      }
    }
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
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 64, 100})
  void largestMagnitude(int n, Random random) {
    float[] x = numbers(n + 5, random);
    for (int i = 0; i < x.length; i++) { // wherever it stands, with either sign
      x[i] *= 9;
      float expected = NAIVE.largest(x, 2, n);
      assertEquals(expected, vector.largest(x, 2, n));
      assertEquals(expected, twin.largest(x, 2, n));
      x[i] /= 9;
    }
    Arrays.fill(x, -3);
    assertEquals(n == 0 ? 0 : 3, vector.largest(x, 2, n));
  }

  /** Far apart scores neither overflow nor make holes. */
  @Test
  void softmaxOfExtremes() {
    float[] scores = new float[40];
    Arrays.fill(scores, -1e4f);
    scores[3] = 500;
    scores[21] = 500;
    float[] again = scores.clone();
    vector.softmax(scores, 40);
    twin.softmax(again, 40);
    assertArrayEquals(scores, again);
    assertEquals(0.5f, scores[3], 1e-6f);
    assertEquals(0.5f, scores[21], 1e-6f);
    assertEquals(0f, scores[0], 1e-30f);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 77})
  void gates(int n, Random random) {
    float[] x = numbers(2 * n, random);
    for (int i = 0; i < n; i++) {
      x[i] *= i % 3 == 0 ? 60 : 4; // far tails too
    }
    float[] expected = new float[n];
    float[] made = new float[n];
    NAIVE.gate(x, 0, n, n, expected, 0);
    vector.gate(x, 0, n, n, made, 0);
    assertArrayEquals(expected, made, 2e-5f);
    float[] again = new float[n];
    twin.gate(x, 0, n, n, again, 0);
    assertArrayEquals(made, again);
  }

  private static float[] products(
      RowKernels kernels, StoredType type, ByteBuffer w, int outputs, int in, float[] x, int rows) {
    float[] prepared = new float[rows * in];
    kernels.prepare(type, x, rows, in, prepared);
    int stride = outputs + 2;
    float[] y = new float[rows * stride + 1];
    kernels.products(type, w, outputs, in, prepared, rows, y, 1, stride);
    float[] out = new float[rows * outputs];
    for (int r = 0; r < rows; r++) {
      System.arraycopy(y, 1 + r * stride, out, r * outputs, outputs);
    }
    return out;
  }

  private static ByteBuffer weights(StoredType type, int count, Random random) {
    ByteBuffer w = ByteBuffer.allocateDirect(count * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      float value = (float) random.nextGaussian() * 0.3f;
      switch (type) {
        case F32 -> w.putFloat(4 * i, value);
        case BF16 -> w.putShort(2 * i, (short) (Float.floatToIntBits(value) >> 16));
        case F16 -> w.putShort(2 * i, (short) (random.nextInt(0x3C00) | random.nextInt(2) << 15));
      }
    }
    return w;
  }

  private static float[] numbers(int n, Random random) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
