package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Attention of new rows to their caches: plain kernels against doubles, native ones bit for bit
 * against them.
 */
@ExtendWith(Seeded.class)
@ExtendWith(GuardedMemory.class)
class AttentionKernelsTest {
  private static final RowKernels PLAIN = new PlainKernels();

  private final List<RowKernels> all = KernelsOfThisMachine.all();

  @ParameterizedTest
  @CsvSource({
    "F32, 1, 64, 1, 1",
    "F32, 5, 128, 2, 1",
    "F32, 130, 80, 1, 3",
    "F32, 17, 8, 2, 2",
    "F32, 3, 6, 1, 1",
    "F16, 1, 64, 1, 1",
    "F16, 5, 128, 2, 1",
    "F16, 130, 80, 1, 3",
    "F16, 17, 32, 2, 2",
    "F16, 7, 200, 1, 1",
    "F16, 3, 6, 1, 2",
    "INT8, 1, 64, 1, 1",
    "INT8, 5, 128, 2, 1",
    "INT8, 130, 80, 1, 3",
    "INT8, 17, 32, 2, 2",
    "INT8, 7, 200, 1, 1",
    "INT8, 6, 33, 1, 1",
    "INT8, 3, 6, 1, 2"
  })
  void attends(CacheType type, int seen, int dim, int kvHeads, int group, Random random) {
    HeadRange heads = new HeadRange(kvHeads * group, 1, kvHeads, group, dim);
    List<CacheRows> caches =
        List.of(cache(type, heads, seen, random), cache(type, heads, seen + 9, random));
    float[] q = NativeNumbers.gaussians(2 * (4 + heads.heads() * dim), random);
    float[] plain = attend(PLAIN, caches, heads, q);
    for (int row = 0; row < 2; row++) {
      for (int head = 0; head < heads.heads(); head++) {
        int at = row * q.length / 2 + 4 + head * dim;
        float[] exact = naive(caches.get(row), 1 + head / group, q, at, dim);
        for (int i = 0; i < dim; i++) {
          assertEquals(exact[i], plain[at + i], 1e-4, row + " " + head + " " + i);
        }
      }
    }
    all.forEach(k -> assertArrayEquals(plain, attend(k, caches, heads, q), k.name()));
  }

  /** Rows that are held but not seen lie before the others. */
  private static CacheRows cache(CacheType type, HeadRange heads, int seen, Random random) {
    int scratch = seen + 5;
    int rows = (heads.firstKv() + heads.kvHeads()) * scratch;
    return new CacheRows(
        type,
        rows(type, rows, heads.dim(), random),
        rows(type, rows, heads.dim(), random),
        angles(1, heads.dim(), random),
        angles(1, heads.dim(), random),
        scratch,
        seen + 2,
        seen);
  }

  private static ByteBuffer rows(CacheType type, int rows, int dim, Random random) {
    ByteBuffer made = NativeNumbers.bytes(rows * type.rowBytes(dim));
    for (int r = 0; r < rows; r++) {
      type.put(made, r * type.rowBytes(dim), NativeNumbers.gaussians(dim, random));
    }
    return made;
  }

  private static RowView angles(int rows, int dim, Random random) {
    return new RowView(NativeNumbers.of(NativeNumbers.gaussians(rows * dim + 3, random)), 3, dim);
  }

  /** Far apart scores neither overflow nor make holes. */
  @Test
  void extremes() {
    int rows = 40;
    float[] numbers = new float[rows * 16];
    for (int r = 0; r < rows; r++) {
      numbers[r * 16] = r == 3 || r == 21 ? 500 : -1e4f;
    }
    for (RowKernels kernels : all) {
      assertEquals(500f, first(kernels, numbers, rows), 1e-3f, kernels.name());
    }
  }

  @Test
  void whatIsNoNumberIsNotHidden() {
    for (float broken : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      float[] numbers = new float[20 * 16];
      numbers[7 * 16] = broken;
      for (RowKernels kernels : all) {
        float made = first(kernels, numbers, 20);
        assertTrue(Float.isNaN(made), kernels.name() + " " + made);
      }
    }
  }

  /** The first number of what a query (1, 0, 0, ...) finds in keys that are values too. */
  private static float first(RowKernels kernels, float[] numbers, int rows) {
    HeadRange heads = new HeadRange(1, 0, 1, 1, 16);
    ByteBuffer keys = NativeNumbers.of(numbers);
    RowView none = new RowView(NativeNumbers.bytes(64), 0, 16);
    CacheRows cache = new CacheRows(CacheType.F32, keys, keys, none, none, rows, rows - 1, rows);
    float[] q = new float[2 * 20];
    q[4] = 1;
    return attend(kernels, List.of(cache), heads, q)[4];
  }

  private static float[] attend(
      RowKernels kernels, List<CacheRows> caches, HeadRange heads, float[] q) {
    int stride = q.length / 2;
    ByteBuffer out = NativeNumbers.bytes(Float.BYTES * q.length);
    CacheTable table = table(caches, 1, heads);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(table, heads));
    RowView queries = new RowView(NativeNumbers.of(q), 4, stride);
    kernels.attend(table, heads, queries, new RowView(out, 4, stride), scratch);
    return NativeNumbers.rows(out, 1, 0, q.length);
  }

  private static CacheTable table(List<CacheRows> caches, int each, HeadRange heads) {
    ByteBuffer memory = NativeNumbers.bytes(CacheTable.bytes(caches.size()));
    return new CacheTable(heads.firstKv() + heads.kvHeads(), heads.dim(), each, memory).set(caches);
  }

  private static float largestScale(CacheRows cache, int at, int dim) {
    float most = 0;
    for (int i = 0; i < dim; i++) {
      most = Math.max(most, cache.type().scale(cache.values(), at, i));
    }
    return most;
  }

  private static float[] naive(CacheRows cache, int head, float[] q, int at, int dim) {
    double[] weights = new double[cache.seen()];
    int first = cache.first() + 1 - cache.seen();
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      float[] key = cache.type().row(cache.keys(), cache.at(head, first + r, dim), dim);
      double score = 0;
      for (int i = 0; i < dim; i++) {
        score += q[at + i] * key[i];
      }
      weights[r] = Math.exp(score / Math.sqrt(dim));
      sum += weights[r];
    }
    float[] out = new float[dim];
    for (int r = 0; r < weights.length; r++) {
      float[] value = cache.type().row(cache.values(), cache.at(head, first + r, dim), dim);
      for (int i = 0; i < dim; i++) {
        out[i] += (float) (weights[r] / sum * value[i]);
      }
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({
    "F32, 1, 1, 2, 1, 2",
    "F32, 3, 1, 64, 2, 2",
    "F32, 1, 7, 80, 4, 1",
    "F16, 2, 1, 64, 1, 1",
    "F16, 1, 5, 34, 2, 1",
    "F16, 4, 1, 128, 3, 3",
    "INT8, 2, 1, 64, 1, 1",
    "INT8, 1, 5, 34, 2, 1",
    "INT8, 4, 1, 128, 3, 3"
  })
  void newRowsEnter(
      CacheType type, int caches, int each, int dim, int heads, int kvHeads, Random random) {
    HeadRange range = new HeadRange(heads, 1, kvHeads, 1, dim);
    int width = (heads + 2 * kvHeads) * dim;
    float[] made = NativeNumbers.gaussians(caches * each * width, random);
    made[made.length - 1] = 1e6f; // beyond 16 bits
    made[made.length - 2] = 1e-7f;
    List<CacheRows> plain = emptyCaches(type, caches, each, range, new Random(7));
    float[] queries = enter(PLAIN, plain, each, range, made);
    CacheRows last = plain.get(caches - 1);
    float[] cosines = NativeNumbers.rows(last.cos().numbers(), 1, 0, 3 + each * dim);
    float[] sines = NativeNumbers.rows(last.sin().numbers(), 1, 0, 3 + each * dim);
    int row = caches * each - 1;
    for (int i = 0; i < dim; i++) {
      int other = (i + dim / 2) % dim;
      int angle = 3 + (each - 1) * dim + i;
      double query =
          made[row * width + i] * (double) cosines[angle]
              + made[row * width + other] * (double) sines[angle];
      assertEquals(query, queries[row * heads * dim + i], 1e-5);
      int at = last.at(1 + kvHeads - 1, last.first() + each - 1, dim);
      double value = made[(row + 1) * width - dim + i];
      double stored = Math.min(value, type == CacheType.F16 ? StoredType.F16_LARGEST : value);
      double error =
          switch (type) {
            case F32 -> 0;
            case F16 -> 2e-3;
            case INT8 -> 0.51 * largestScale(last, at, dim) * (dim < BlockTurn.BLOCK ? 1 : 8);
          };
      assertEquals(stored, last.type().row(last.values(), at, dim)[i], error);
    }
    for (RowKernels kernels : all) {
      List<CacheRows> own = emptyCaches(type, caches, each, range, new Random(7));
      assertArrayEquals(queries, enter(kernels, own, each, range, made), kernels.name());
      for (int c = 0; c < caches; c++) {
        assertEquals(plain.get(c).keys(), own.get(c).keys(), kernels.name());
        assertEquals(plain.get(c).values(), own.get(c).values(), kernels.name());
      }
    }
  }

  private static List<CacheRows> emptyCaches(
      CacheType type, int count, int each, HeadRange heads, Random random) {
    List<CacheRows> made = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      int scratch = 4 + c + each;
      int rows = (heads.firstKv() + heads.kvHeads()) * scratch;
      int bytes = rows * type.rowBytes(heads.dim());
      made.add(
          new CacheRows(
              type,
              NativeNumbers.bytes(bytes),
              NativeNumbers.bytes(bytes),
              angles(each, heads.dim(), random),
              angles(each, heads.dim(), random),
              scratch,
              2 + c,
              1));
    }
    return made;
  }

  private static float[] enter(
      RowKernels kernels, List<CacheRows> caches, int each, HeadRange heads, float[] made) {
    int width = heads.heads() * heads.dim();
    int rows = caches.size() * each;
    ByteBuffer out = NativeNumbers.bytes(Float.BYTES * rows * width);
    CacheTable table = table(caches, each, heads);
    kernels.applyRopeAndAppend(table, heads, NativeNumbers.of(made), new RowView(out, 0, width));
    return NativeNumbers.rows(out, rows, width, width);
  }

  /** Native code trusts its arguments, so what Java hands over must be checked. */
  @Test
  void placesOutsideOfMemoryAreRefused() {
    HeadRange heads = new HeadRange(2, 0, 2, 1, 4);
    ByteBuffer numbers = NativeNumbers.bytes(Float.BYTES * 2 * 5 * 4);
    RowView angles = new RowView(NativeNumbers.bytes(16), 0, 4);
    RowView rows = new RowView(NativeNumbers.bytes(Float.BYTES * 8), 0, 8);
    for (RowKernels kernels : all.subList(1, all.size())) {
      CacheRows good = new CacheRows(CacheType.F32, numbers, numbers, angles, angles, 5, 4, 5);
      CacheTable one = table(List.of(good), 1, heads);
      ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(one, heads));
      kernels.attend(one, heads, rows, rows, scratch);
      for (CacheRows bad :
          List.of(
              new CacheRows(CacheType.F32, numbers, numbers, angles, angles, 6, 4, 5),
              new CacheRows(CacheType.F32, numbers, numbers, angles, angles, 5, 5, 5),
              new CacheRows(CacheType.F32, numbers, numbers, angles, angles, 5, 3, 5),
              new CacheRows(CacheType.F32, numbers, numbers, angles, angles, 5, -1, 0))) {
        CacheTable table = table(List.of(bad), 1, heads);
        refuses(() -> kernels.attend(table, heads, rows, rows, scratch));
      }
      HeadRange more = new HeadRange(3, 0, 3, 1, 4);
      refuses(() -> kernels.attend(one, more, rows, rows, scratch));
      CacheTable ofMore = table(List.of(good), 1, more);
      refuses(() -> kernels.attend(ofMore, heads, rows, rows, scratch));
      refuses(() -> kernels.attend(one, new HeadRange(2, 0, 2, 1, 2), rows, rows, scratch));
      ByteBuffer small = NativeNumbers.bytes(scratch.capacity() - 1);
      refuses(() -> kernels.attend(one, heads, rows, rows, small));
      CacheTable nowhere = new CacheTable(2, 4, 1, NativeNumbers.bytes(63)).set(List.of(good));
      refuses(() -> kernels.attend(nowhere, heads, rows, rows, scratch));
      ByteBuffer made = NativeNumbers.bytes(Float.BYTES * 6 * 4);
      kernels.applyRopeAndAppend(one, heads, made, rows);
      CacheTable two = table(List.of(good), 2, heads);
      refuses(() -> kernels.applyRopeAndAppend(two, heads, made, rows));
      refuses(() -> kernels.applyRopeAndAppend(one, heads, numbers.slice(0, 80), rows));
    }
  }

  private static void refuses(Runnable call) {
    assertThrows(IndexOutOfBoundsException.class, call::run);
  }
}
