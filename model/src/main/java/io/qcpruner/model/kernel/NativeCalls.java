package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * The functions of the native library. They trust their arguments: addresses are checked by {@link
 * NativeKernels}.
 */
final class NativeCalls {
  private NativeCalls() {}

  static native int levels();

  static native long address(ByteBuffer buffer);

  static native void multiply(
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

  static native void multiplyInt8(
      int level,
      long w,
      long sums,
      long factors,
      long first,
      long count,
      long in,
      long x,
      long rows,
      long y,
      long stride,
      long room);

  static native void multiplyInt4(
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

  static native void rmsNorm(int level, long x, long gain, long rows, long n, float eps, long y);

  static native void gate(int level, long x, long rows, long n, long out, long stride);

  static native void add(
      int level,
      long a,
      long aStride,
      long b,
      long bStride,
      long rows,
      long n,
      long y,
      long stride);

  static native float narrow(int level, long x, long n, long out);

  static native void enter(
      int level,
      long caches,
      long count,
      long each,
      long heads,
      long made,
      long stride,
      long queries,
      long queryStride);

  static native void attend(
      int level,
      long caches,
      long count,
      long heads,
      float scale,
      long queries,
      long stride,
      long room,
      long out);

  static native void attendPrompt(
      int level,
      long q,
      long keys,
      long values,
      long rows,
      long stride,
      long outStride,
      long held,
      long keyStride,
      long valueStride,
      long seen,
      long step,
      long group,
      long dim,
      float scale,
      long room,
      long out);
}
