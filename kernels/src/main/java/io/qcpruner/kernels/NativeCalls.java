package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * The functions of the native library. They trust their arguments: addresses are checked by {@link
 * NativeKernels}.
 */
final class NativeCalls {
  private NativeCalls() {}

  static native int levels();

  static native long address(ByteBuffer buffer);

  /** Carries out so many calls of a {@link CallList}, one after the other. */
  static native void run(int level, long calls, long count);

  static native float roundRows(int level, int type, long x, long rows, long dim, long out);
}
