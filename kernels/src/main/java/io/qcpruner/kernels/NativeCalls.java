package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * The functions of the native library. They trust their arguments: addresses are checked by {@link
 * NativeKernels}.
 */
final class NativeCalls {
  /** Grows when a call means something else than before; the same number stands in jni.cpp. */
  private static final int VERSION = 2;

  private NativeCalls() {}

  /** What the library was compiled for: {@link #LAYOUT}, unless it is of another version. */
  static native long layout();

  /**
   * Sizes of what both sides lay out in memory, and how many kinds of calls there are; {@code
   * layout} in jni.cpp makes the same number of its own sizes.
   */
  static final long LAYOUT =
      VERSION
          | CallList.CALL_BYTES << 8
          | (long) CacheTable.CACHE_BYTES << 24
          | (long) NativeCall.values().length << 40;

  static native int levels();

  static native long address(ByteBuffer buffer);

  /** Carries out this many calls of a {@link CallList}, one after the other. */
  static native void run(int level, long calls, long count);

  static native float roundRows(int level, int type, long x, long rows, long dim, long out);
}
