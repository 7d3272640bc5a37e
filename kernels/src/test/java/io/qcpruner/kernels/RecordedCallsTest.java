package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls that are recorded once and run with other numbers in the same memory. */
@ExtendWith(Seeded.class)
@ExtendWith(GuardedMemory.class)
class RecordedCallsTest {
  private static final int WIDTH = 40;

  private final List<RowKernels> natives =
      KernelsOfThisMachine.all().stream().filter(k -> k instanceof NativeKernels).toList();

  @Test
  void plainKernelsHaveNoCalls() {
    assertTrue(RecordedCalls.of(new PlainKernels()).isEmpty());
  }

  /** More calls than fit at first, in three parts of which one is empty. */
  @Test
  void computeEachTimeWhatIsThere(Random random) {
    for (RowKernels kernels : natives) {
      RecordedCalls calls = RecordedCalls.of(kernels).orElseThrow();
      ByteBuffer memory = NativeNumbers.bytes(Float.BYTES * WIDTH * 9);
      ByteBuffer ones = NativeNumbers.of(NativeNumbers.gaussians(WIDTH, random));
      calls.recorder().rmsNorm(row(memory, 0), ones, 1, WIDTH, 1e-5f, row(memory, 1));
      calls.endPart();
      calls.endPart();
      for (int i = 1; i < 8; i++) {
        calls.recorder().add(view(memory, i), view(memory, i - 1), 1, WIDTH, view(memory, i + 1));
      }
      assertEquals(3, calls.parts());
      for (int time = 0; time < 3; time++) {
        float[] x = NativeNumbers.gaussians(WIDTH, random);
        memory.clear().asFloatBuffer().put(x);
        float[] before = NativeNumbers.rows(memory, 1, 0, 9 * WIDTH);
        calls.run(1);
        assertArrayEquals(before, NativeNumbers.rows(memory, 1, 0, 9 * WIDTH), kernels.name());
        calls.run(0);
        calls.run(2);
        assertArrayEquals(expected(x, ones), NativeNumbers.rows(row(memory, 8), 1, 0, WIDTH));
      }
    }
  }

  private static float[] expected(float[] x, ByteBuffer gain) {
    RowKernels plain = new PlainKernels();
    ByteBuffer a = NativeNumbers.of(x);
    ByteBuffer b = NativeNumbers.bytes(a.capacity());
    plain.rmsNorm(a, gain, 1, WIDTH, 1e-5f, b);
    for (int i = 1; i < 8; i++) {
      ByteBuffer c = NativeNumbers.bytes(a.capacity());
      plain.add(view(b, 0), view(a, 0), 1, WIDTH, view(c, 0));
      a = b;
      b = c;
    }
    return NativeNumbers.rows(b, 1, 0, WIDTH);
  }

  private static ByteBuffer row(ByteBuffer memory, int index) {
    int bytes = Float.BYTES * WIDTH;
    return memory.slice(bytes * index, bytes).order(memory.order());
  }

  private static RowView view(ByteBuffer memory, int index) {
    return new RowView(memory, WIDTH * index, WIDTH);
  }

  /** A table that shows other rows is seen after it was refreshed. */
  @Test
  void followTheRowsOfCaches(Random random) {
    HeadRange heads = new HeadRange(1, 0, 1, 1, 16);
    ByteBuffer keys = NativeNumbers.of(NativeNumbers.gaussians(16 * 20, random));
    ByteBuffer values = NativeNumbers.of(NativeNumbers.gaussians(16 * 20, random));
    RowView none = new RowView(NativeNumbers.bytes(64), 0, 16);
    RowView q = new RowView(NativeNumbers.of(NativeNumbers.gaussians(16, random)), 0, 16);
    for (RowKernels kernels : natives) {
      RecordedCalls calls = RecordedCalls.of(kernels).orElseThrow();
      CacheTable table = new CacheTable(1, 16, 1, NativeNumbers.bytes(CacheTable.bytes(1)));
      RowView out = new RowView(NativeNumbers.bytes(64), 0, 16);
      table.set(List.of(new CacheRows(CacheType.F32, keys, values, none, none, 20, 4, 5)));
      ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(table, heads));
      calls.recorder().attend(table, heads, q, out, scratch);
      for (int seen : new int[] {5, 17, 1, 20}) {
        table.set(
            List.of(new CacheRows(CacheType.F32, keys, values, none, none, 20, seen - 1, seen)));
        calls.refresh(table);
        calls.run(0);
        RowView direct = new RowView(NativeNumbers.bytes(64), 0, 16);
        new PlainKernels().attend(table, heads, q, direct, scratch);
        assertEquals(direct.numbers(), out.numbers(), kernels.name() + " " + seen);
      }
      table.set(List.of(new CacheRows(CacheType.F32, keys, values, none, none, 21, 3, 4)));
      assertThrows(IndexOutOfBoundsException.class, () -> calls.refresh(table));
    }
  }

  @Test
  void clearedListsStartAgain() {
    for (RowKernels kernels : natives) {
      RecordedCalls calls = RecordedCalls.of(kernels).orElseThrow();
      ByteBuffer memory = NativeNumbers.of(new float[2 * WIDTH]);
      calls.recorder().add(view(memory, 0), view(memory, 0), 1, WIDTH, view(memory, 1));
      calls.endPart();
      calls.clear();
      assertEquals(1, calls.parts());
      calls.run(0);
      assertThrows(IndexOutOfBoundsException.class, () -> calls.run(1));
    }
  }
}
