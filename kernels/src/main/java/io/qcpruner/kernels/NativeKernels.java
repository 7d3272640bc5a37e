package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Kernels in machine code, from the sources in {@code src/main/cpp}. They give the bits of {@link
 * PlainKernels} with any instructions. Sizes are checked here: native code trusts its arguments.
 */
final class NativeKernels implements RowKernels {
  /** Levels of instructions in the order of processor.hpp, each with all of those before it. */
  private static final List<String> NAMES =
      Platform.ofThisMachine().processor().equals("arm64")
          ? List.of("neon", "dotprod")
          : List.of("avx2", "avx512", "vnni");

  private final int level;
  private final Calls calls;

  /** What becomes of a call whose arguments are checked. */
  @FunctionalInterface
  interface Calls {
    void add(NativeCall what, long... arguments);
  }

  private NativeKernels(int level) {
    this.level = level;
    ThreadLocal<CallList> single = ThreadLocal.withInitial(CallList::new);
    this.calls =
        (what, arguments) -> {
          CallList one = single.get();
          one.clear();
          one.add(what, arguments);
          one.run(level, 0, 1);
        };
  }

  private NativeKernels(int level, Calls calls) {
    this.level = level;
    this.calls = calls;
  }

  /** The same kernels, whose calls go elsewhere instead of being carried out. */
  NativeKernels into(Calls other) {
    return new NativeKernels(level, other);
  }

  int level() {
    return level;
  }

  /** Those that this processor can run, the fastest last; none where there is no library for it. */
  static List<NativeKernels> ofThisMachine() {
    return NativeLibrary.isLoaded()
        ? IntStream.range(0, NativeCalls.levels()).mapToObj(NativeKernels::new).toList()
        : List.of();
  }

  @Override
  public String name() {
    return NAMES.get(level);
  }

  @Override
  public boolean servesPrompts(boolean codes) {
    return codes || !name().equals("avx2"); // with 256-bit vectors BLAS is twice as fast at floats
  }

  @Override
  public void multiply(
      FloatMatrix w, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer scratch) {
    long numbers = (long) w.outputs() * w.inputs();
    calls.add(
        NativeCall.MULTIPLY,
        w.type().ordinal(),
        address(w.numbers(), numbers * w.type().bytes()),
        w.outputs(),
        w.inputs(),
        input(x, rows, w.inputs()),
        rows,
        output(y, rows, stride, w.outputs()),
        stride,
        address(scratch, RowKernels.scratchBytes(rows, w.inputs())));
  }

  @Override
  public void multiply(
      CodeMatrix w,
      int first,
      int count,
      ByteBuffer x,
      int rows,
      ByteBuffer y,
      int stride,
      ByteBuffer scratch) {
    checkOutputs(first, count, w.outputs());
    long codes = address(w.codes(), CodeMatrix.codeBytes(w.bits(), w.outputs(), w.inputs()));
    long factors = address(w.factors(), (long) Float.BYTES * CodeMatrix.paddedOutputs(w.outputs()));
    long in = input(x, rows, w.inputs());
    long out = output(y, rows, stride, count);
    long room = address(scratch, RowKernels.scratchBytes(rows, w.inputs()));
    int width = w.inputs();
    if (w.bits() == CodeBits.EIGHT) {
      calls.add(
          NativeCall.MULTIPLY_INT8,
          codes,
          factors,
          first,
          count,
          width,
          in,
          rows,
          out,
          stride,
          room);
      return;
    }
    long scales = address(w.scales(), CodeMatrix.scaleBytes(w.bits(), w.outputs(), width));
    calls.add(
        NativeCall.MULTIPLY_INT4,
        codes,
        scales,
        factors,
        first,
        count,
        width,
        in,
        rows,
        out,
        stride,
        room);
  }

  private static void checkOutputs(int first, int count, int outputs) {
    if (first < 0 || count < 0 || first + count > outputs) {
      throw new IndexOutOfBoundsException(
          "outputs %d to %d of %d".formatted(first, first + count, outputs));
    }
  }

  private static long input(ByteBuffer x, long rows, long width) {
    return address(x, rows * width * Float.BYTES);
  }

  private static long output(ByteBuffer y, long rows, long stride, long outputs) {
    return address(y, rows == 0 ? 0 : ((rows - 1) * stride + outputs) * Float.BYTES);
  }

  @Override
  public void rmsNorm(ByteBuffer x, ByteBuffer gain, int rows, int n, float eps, ByteBuffer y) {
    long bytes = (long) Float.BYTES * rows * n;
    calls.add(
        NativeCall.RMS_NORM,
        address(x, bytes),
        address(gain, (long) Float.BYTES * n),
        rows,
        n,
        bits(eps),
        address(y, bytes));
  }

  @Override
  public void layerNorm(
      ByteBuffer x, ByteBuffer gain, ByteBuffer bias, int rows, int n, float eps, ByteBuffer y) {
    long bytes = (long) Float.BYTES * rows * n;
    calls.add(
        NativeCall.LAYER_NORM,
        address(x, bytes),
        address(gain, (long) Float.BYTES * n),
        address(bias, (long) Float.BYTES * n),
        rows,
        n,
        bits(eps),
        address(y, bytes));
  }

  @Override
  public void activate(Nonlinearity f, RowView x, int rows, int n, RowView y) {
    calls.add(
        NativeCall.ACTIVATE,
        f.ordinal(),
        address(x, rows, n),
        x.stride(),
        rows,
        n,
        address(y, rows, n),
        y.stride());
  }

  @Override
  public void swiglu(ByteBuffer x, int rows, int n, RowView out) {
    long from = address(x, (long) Float.BYTES * rows * 2 * n);
    calls.add(NativeCall.SWIGLU, from, rows, n, address(out, rows, n), out.stride());
  }

  @Override
  public void add(RowView a, RowView b, int rows, int n, RowView y) {
    calls.add(
        NativeCall.ADD,
        address(a, rows, n),
        a.stride(),
        address(b, rows, n),
        b.stride(),
        rows,
        n,
        address(y, rows, n),
        y.stride());
  }

  @Override
  public float round(CacheType type, RowView x, int rows, int dim, ByteBuffer out, int to) {
    if (x.stride() != dim || to < 0) {
      throw new IndexOutOfBoundsException("%s of %d numbers to %d".formatted(x, dim, to));
    }
    long from = address(x, rows, dim);
    long result = address(out, to + (long) rows * type.rowBytes(dim)) + to;
    return NativeCalls.roundRows(level, type.ordinal(), from, rows, dim, result);
  }

  @Override
  public void applyRopeAndAppend(
      CacheTable caches, HeadRange heads, ByteBuffer made, RowView queries) {
    caches.check(heads);
    int stride = (heads.heads() + 2 * heads.kvHeads()) * heads.dim();
    int rows = caches.count() * caches.each();
    calls.add(
        NativeCall.ROPE_APPEND,
        caches.write(),
        caches.count(),
        caches.each(),
        heads.heads(),
        heads.firstKv(),
        heads.kvHeads(),
        heads.group(),
        heads.dim(),
        address(made, (long) Float.BYTES * rows * stride),
        stride,
        address(queries, rows, heads.heads() * heads.dim()),
        queries.stride());
  }

  @Override
  public void attend(
      CacheTable caches, HeadRange heads, RowView queries, RowView out, ByteBuffer scratch) {
    caches.check(heads);
    int width = heads.kvHeads() * heads.group() * heads.dim();
    if (out.stride() != queries.stride()) {
      throw new IllegalArgumentException(
          "queries %d numbers apart, results %d".formatted(queries.stride(), out.stride()));
    }
    calls.add(
        NativeCall.ATTEND,
        caches.write(),
        caches.count(),
        heads.heads(),
        heads.firstKv(),
        heads.kvHeads(),
        heads.group(),
        heads.dim(),
        bits((float) (1 / Math.sqrt(heads.dim()))),
        address(queries, caches.count(), width),
        queries.stride(),
        address(scratch, RowKernels.scratchBytes(caches, heads)),
        address(out, caches.count(), width));
  }

  @Override
  public void attendPrompt(
      AttentionSpan span,
      RowView queries,
      RowView keys,
      RowView values,
      RowView out,
      ByteBuffer scratch) {
    int width = span.group() * span.dim();
    calls.add(
        NativeCall.ATTEND_PROMPT,
        address(queries, span.rows(), width),
        address(keys, span.held(), span.dim()),
        address(values, span.held(), span.dim()),
        span.rows(),
        queries.stride(),
        out.stride(),
        span.held(),
        keys.stride(),
        values.stride(),
        span.seen(),
        span.step(),
        span.group(),
        span.dim(),
        bits(span.scale()),
        address(scratch, RowKernels.scratchBytes(span)),
        address(out, span.rows(), width));
  }

  private static long bits(float number) {
    return Float.floatToRawIntBits(number);
  }

  private static long address(RowView view, int rows, int width) {
    if (view.at() < 0 || view.stride() < 0 || rows < 0) {
      throw new IndexOutOfBoundsException(rows + " rows of " + view);
    }
    return address(view.numbers(), view.bytes(rows, width)) + (long) Float.BYTES * view.at();
  }

  /** Where a buffer lies that must have at least this many bytes. */
  static long address(ByteBuffer buffer, long bytes) {
    if (!buffer.isDirect() || buffer.capacity() < bytes) {
      throw new IndexOutOfBoundsException(
          "%d bytes of native memory are wanted, not %s".formatted(bytes, buffer));
    }
    return NativeCalls.address(buffer);
  }
}
