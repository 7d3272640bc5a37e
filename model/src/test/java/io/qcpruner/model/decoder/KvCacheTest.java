package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.kernels.CacheRows;
import io.qcpruner.kernels.CacheTable;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.kernels.HeadRange;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(Seeded.class)
class KvCacheTest {
  private static final int HEADS = 2;
  private static final int DIM = 4;

  private final TensorOptions floats = new TensorOptions(ScalarType.Float);

  /** What is left after dropping rows is what was stored, and more rows follow it. */
  @ParameterizedTest
  @EnumSource(CacheType.class)
  void droppedRowsLeaveTheOthersAsStored(CacheType type, Random random) {
    float[] all = new float[90 * HEADS * DIM];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) random.nextGaussian();
    }
    int[] kept = {0, 3, 4, 79};
    Scopes.run(
        () -> {
          try (KvCache dropped = new KvCache();
              KvCache direct = new KvCache()) {
            append(dropped, all, 0, 80);
            dropped.round(type);
            dropped.keep(kept, Placement.cpu());
            for (int row : kept) {
              append(direct, all, row, 1);
            }
            direct.round(type);
            assertEquals(kept.length, dropped.length());
            assertEquals(stored(direct), stored(dropped));
            for (KvCache cache : List.of(direct, dropped)) {
              cache.reserve(1, HEADS, DIM, () -> floats);
              enter(cache, Arrays.copyOfRange(all, 80 * HEADS * DIM, 81 * HEADS * DIM));
            }
            assertEquals(stored(direct), stored(dropped));
          }
        });
  }

  /** All rows as they are stored. */
  private static ByteBuffer stored(KvCache cache) {
    int[] rows = new int[(int) cache.length()];
    Arrays.setAll(rows, i -> i);
    ByteBuffer keys = ByteBuffer.allocate((int) cache.bytes(rows.length));
    ByteBuffer values = ByteBuffer.allocate((int) cache.bytes(rows.length));
    for (int head = 0; head < HEADS; head++) {
      cache.copy(head, rows, keys, values);
    }
    return ByteBuffer.allocate(keys.capacity() + values.capacity()).put(keys).put(values).flip();
  }

  /** Rows from a tensor and from kernels are rounded alike, also when the cache has to grow. */
  @Test
  void rowsOf16BitsAreTheNearest(Random random) {
    float[] all = new float[600 * HEADS * DIM];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(12) - 8));
    }
    Scopes.run(
        () -> {
          try (KvCache cache = new KvCache()) {
            append(cache, all, 0, 5);
            cache.round(CacheType.F16);
            cache.round(CacheType.F16); // changes nothing
            assertEquals(CacheType.F16, cache.type());
            for (int r = 5; r < 600; r++) {
              cache.reserve(1, HEADS, DIM, () -> floats);
              enter(cache, Arrays.copyOfRange(all, r * HEADS * DIM, (r + 1) * HEADS * DIM));
            }
            Tensor expected = rows(all, 0, 600).to(ScalarType.Half).to(ScalarType.Float);
            assertArrayEquals(Tensors.toFloats(expected), read(cache.keys()));
            assertArrayEquals(Tensors.toFloats(expected), read(cache.values()));
          }
        });
  }

  /** What a row becomes does not depend on when it came. */
  @Test
  void rowsOfCodesAreAlike(Random random) {
    float[] all = new float[300 * HEADS * DIM];
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) random.nextGaussian();
    }
    Scopes.run(
        () -> {
          try (KvCache atOnce = new KvCache();
              KvCache grown = new KvCache()) {
            append(atOnce, all, 0, 300);
            atOnce.round(CacheType.INT8);
            append(grown, all, 0, 5);
            grown.round(CacheType.INT8);
            for (int r = 5; r < 300; r++) {
              grown.reserve(1, HEADS, DIM, () -> floats);
              enter(grown, Arrays.copyOfRange(all, r * HEADS * DIM, (r + 1) * HEADS * DIM));
            }
            for (int head = 0; head < HEADS; head++) {
              assertEquals(codes(atOnce, head), codes(grown, head));
            }
            assertThrows(IllegalStateException.class, atOnce::keys);
          }
        });
  }

  private static ByteBuffer codes(KvCache cache, int head) {
    CacheRows rows = cache.rows(null, null, 0, 1);
    int rowBytes = rows.type().rowBytes(DIM);
    return rows.values().slice(head * rows.capacity() * rowBytes, (int) cache.length() * rowBytes);
  }

  /** Keys that are values too, not turned. */
  private static void enter(KvCache cache, float[] row) {
    ByteBuffer made = bytes(2 * row.length);
    made.asFloatBuffer().put(row).put(row);
    ByteBuffer cosines = bytes(DIM);
    for (int i = 0; i < DIM; i++) {
      cosines.putFloat(Float.BYTES * i, 1);
    }
    RowView cos = new RowView(cosines, 0, DIM);
    RowView sin = new RowView(bytes(DIM), 0, DIM);
    CacheRows rows = cache.rows(cos, sin, cache.length() - 1, 1);
    HeadRange heads = new HeadRange(0, 0, HEADS, 1, DIM);
    RowView noQueries = new RowView(bytes(0), 0, 0);
    CacheTable table = new CacheTable(HEADS, DIM, 1, bytes(CacheTable.bytes(1))).set(List.of(rows));
    RowKernels.ofThisMachine().applyRopeAndAppend(table, heads, made, noQueries);
  }

  private static ByteBuffer bytes(int floats) {
    return ByteBuffer.allocateDirect(Float.BYTES * floats).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void roundedRowsTakeLessMemory() {
    Scopes.run(
        () -> {
          try (KvCache cache = new KvCache()) {
            append(cache, new float[40 * HEADS * DIM], 0, 40);
            long before = cache.bytes();
            cache.round(CacheType.F16);
            assertEquals(before / 2, cache.bytes());
            assertEquals(40, cache.length());
          }
        });
  }

  @Test
  void numbersThatDoNotFitStayAsTheyAre() {
    float[] all = new float[2 * HEADS * DIM];
    Arrays.fill(all, 1 / 3f);
    all[4] = -70_000;
    Scopes.run(
        () -> {
          try (KvCache cache = new KvCache()) {
            append(cache, all, 0, 2);
            cache.round(CacheType.F16);
            assertEquals(CacheType.F32, cache.type());
            assertArrayEquals(Tensors.toFloats(rows(all, 0, 2)), read(cache.values()));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "INT8"})
  void whatIsNoNumberIsNotRounded(CacheType type) {
    for (float broken : new float[] {Float.NaN, Float.NEGATIVE_INFINITY}) {
      float[] all = new float[2 * HEADS * DIM];
      all[5] = broken;
      Scopes.run(
          () -> {
            try (KvCache cache = new KvCache()) {
              append(cache, all, 0, 2);
              cache.round(type);
              assertEquals(CacheType.F32, cache.type());
              assertArrayEquals(Tensors.toFloats(rows(all, 0, 2)), read(cache.keys()));
            }
          });
    }
  }

  private static void append(KvCache cache, float[] all, int from, int count) {
    cache.append(rows(all, from, count), rows(all, from, count));
  }

  /** [1, H, count, d_h] of numbers that lie row by row. */
  private static Tensor rows(float[] all, int from, int count) {
    int width = HEADS * DIM;
    float[] some = Arrays.copyOfRange(all, from * width, (from + count) * width);
    return Tensors.ofFloats(some, Placement.cpu(), 1, count, HEADS, DIM)
        .transpose(1, 2)
        .contiguous();
  }

  private static float[] read(Tensor cached) {
    return Tensors.toFloats(cached.to(ScalarType.Float).contiguous());
  }
}
