package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Calls of native kernels with their arguments, in memory that native code reads ({@code call} in
 * jni.cpp). For one thread at a time.
 */
final class CallList {
  private static final int MAX_ARGUMENTS = 16;
  static final int CALL_BYTES = (1 + MAX_ARGUMENTS) * Long.BYTES;

  private ByteBuffer calls = memory(1);
  private int count;

  private static ByteBuffer memory(int calls) {
    return ByteBuffer.allocateDirect(CALL_BYTES * calls).order(ByteOrder.nativeOrder());
  }

  int count() {
    return count;
  }

  void clear() {
    count = 0;
  }

  void add(NativeCall what, long... arguments) {
    if (CALL_BYTES * (count + 1) > calls.capacity()) {
      calls = memory(2 * count).put(calls.position(0)).position(0);
    }
    int at = CALL_BYTES * count;
    calls.putLong(at, what.ordinal());
    for (long argument : arguments) {
      at += Long.BYTES;
      calls.putLong(at, argument);
    }
    count++;
  }

  /** Carries out some of the calls with instructions of that level. */
  void run(int level, int from, int end) {
    if (from < 0 || end < from || end > count) {
      throw new IndexOutOfBoundsException("calls %d to %d of %d".formatted(from, end, count));
    }
    NativeCalls.run(level, NativeCalls.address(calls) + (long) CALL_BYTES * from, end - from);
  }
}
