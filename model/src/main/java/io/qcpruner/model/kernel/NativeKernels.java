package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Kernels in machine code, from the sources in {@code src/main/cpp}. They give the bits of {@link
 * PlainKernels} with any instructions. Sizes are checked here: native code trusts its arguments.
 */
final class NativeKernels implements RowKernels {
  /** Levels of instructions, each with all of those before it. */
  private static final List<String> NAMES = List.of("avx2", "avx512", "vnni");

  private final int level;

  private NativeKernels(int level) {
    this.level = level;
  }

  /** Those that this processor can run, the fastest last; none where there is no library for it. */
  static List<NativeKernels> ofThisMachine() {
    return NativeLibrary.isLoaded()
        ? IntStream.range(0, levels()).mapToObj(NativeKernels::new).toList()
        : List.of();
  }

  @Override
  public String name() {
    return NAMES.get(level);
  }

  @Override
  public boolean servesPrompts(boolean codes) {
    return codes || level > 0; // with 256-bit vectors BLAS is twice as fast at floats
  }

  @Override
  public void multiply(
      FloatMatrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room) {
    long numbers = (long) w.outputs() * w.inputs();
    multiply(
        level,
        w.type().ordinal(),
        address(w.numbers(), numbers * w.type().bytes()),
        w.outputs(),
        w.inputs(),
        input(x, rows, w.inputs()),
        rows,
        output(y, rows, stride, w.outputs()),
        stride,
        address(room, RowKernels.room(rows, w.inputs())));
  }

  @Override
  public void multiply(
      Int8Matrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room) {
    long outputs = w.outputs();
    multiplyInt8(
        level,
        address(w.codes(), outputs * w.inputs()),
        address(w.sums(), outputs * Integer.BYTES),
        address(w.scales(), outputs * Float.BYTES),
        outputs,
        w.inputs(),
        input(x, rows, w.inputs()),
        rows,
        output(y, rows, stride, w.outputs()),
        stride,
        address(room, RowKernels.room(rows, w.inputs())));
  }

  @Override
  public void multiply(
      Int4Matrix w,
      int first,
      int count,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer room) {
    if (first < 0 || count < 0 || first + count > w.outputs()) {
      throw new IndexOutOfBoundsException(
          "outputs %d to %d of %d".formatted(first, first + count, w.outputs()));
    }
    multiplyInt4(
        level,
        address(w.codes(), Int4Matrix.codeBytes(w.outputs(), w.inputs())),
        address(w.scales(), Int4Matrix.scaleCount(w.outputs(), w.inputs()) * Short.BYTES),
        first,
        count,
        w.inputs(),
        input(x, rows, w.inputs()),
        rows,
        output(y, rows, stride, count),
        stride,
        address(room, RowKernels.room(rows, w.inputs())));
  }

  private static long input(ByteBuffer x, long rows, long width) {
    return address(x, rows * width * Float.BYTES);
  }

  private static long output(ByteBuffer y, long rows, long stride, long outputs) {
    return address(y, rows == 0 ? 0 : ((rows - 1) * stride + outputs) * Float.BYTES);
  }

  @Override
  public void rmsNorm(
      float[] x, int at, float[] gain, int n, float eps, float[] y, int to, ByteBuffer r) {
    Room room = new Room(r);
    rmsNorm(level, room.put(x, at, n), room.put(gain, 0, n), n, eps, room.take(n));
    room.get(y, to, n);
  }

  @Override
  public void gate(float[] x, int gate, int up, int n, float[] out, int at, ByteBuffer bytes) {
    Room room = new Room(bytes);
    gate(level, room.put(x, gate, n), room.put(x, up, n), n, room.take(n));
    room.get(out, at, n);
  }

  @Override
  public void attend(HeadRows head, float[] q, int at, float scale, float[] out, ByteBuffer bytes) {
    Room room = new Room(bytes);
    int dim = head.dim();
    int from = head.width() * head.offset();
    long end = from + (long) head.width() * head.rows() * dim;
    attend(
        level,
        head.narrow() ? 1 : 0,
        address(head.keys(), end) + from,
        address(head.values(), end) + from,
        head.rows(),
        dim,
        room.put(q, at, dim),
        scale,
        room.take(dim + head.rows()),
        room.take(dim));
    room.get(out, at, dim);
  }

  /** Arrays beside each other in native memory. */
  private static final class Room {
    private final ByteBuffer bytes;
    private final long start;
    private int taken; // floats
    private int last; // where the last ones taken begin

    Room(ByteBuffer bytes) {
      this.bytes = bytes;
      this.start = address(bytes, 0);
    }

    long put(float[] x, int at, int n) {
      long to = take(n);
      bytes.asFloatBuffer().put(last, x, at, n);
      return to;
    }

    long take(int n) {
      last = taken;
      taken = Math.addExact(taken, n);
      if ((long) Float.BYTES * taken > bytes.capacity()) {
        throw new IndexOutOfBoundsException(taken + " numbers in " + bytes.capacity() + " bytes");
      }
      return start + (long) Float.BYTES * last;
    }

    /** What was last taken. */
    void get(float[] y, int to, int n) {
      bytes.asFloatBuffer().get(last, y, to, n);
    }
  }

  /** Where a buffer lies that must have at least so many bytes. */
  private static long address(ByteBuffer buffer, long bytes) {
    if (!buffer.isDirect() || buffer.capacity() < bytes) {
      throw new IndexOutOfBoundsException(
          "%d bytes of native memory are wanted, not %s".formatted(bytes, buffer));
    }
    return address(buffer);
  }

  private static native int levels();

  private static native long address(ByteBuffer buffer);

  private static native void multiply(
      int level,
      int type,
      long w,
      long outputs,
      long in,
      long x,
      long rows,
      long y,
      long stride,
      long room);

  private static native void multiplyInt8(
      int level,
      long w,
      long sums,
      long factors,
      long outputs,
      long in,
      long x,
      long rows,
      long y,
      long stride,
      long room);

  private static native void multiplyInt4(
      int level,
      long codes,
      long scales,
      long first,
      long count,
      long in,
      long x,
      long rows,
      long y,
      long stride,
      long room);

  private static native void rmsNorm(int level, long x, long gain, long n, float eps, long y);

  private static native void gate(int level, long gate, long up, long n, long out);

  private static native void attend(
      int level,
      int narrow,
      long keys,
      long values,
      long rows,
      long dim,
      long q,
      float scale,
      long room,
      long out);
}
