package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Native memory for tests with bytes before and after it that nobody may change. Test classes name
 * it as an extension; it looks at all guards after each test.
 */
final class GuardedMemory implements AfterEachCallback {
  private static final int GUARD = 128;
  private static final byte UNTOUCHED = (byte) 0xA5;

  /** A buffer with its guards, and how many bytes lie between them. */
  private record Guarded(ByteBuffer all, int count) {}

  private static final ThreadLocal<List<Guarded>> GIVEN = ThreadLocal.withInitial(ArrayList::new);

  static ByteBuffer bytes(int count) {
    ByteBuffer all = ByteBuffer.allocateDirect(count + 2 * GUARD);
    for (int i = 0; i < GUARD; i++) {
      all.put(i, UNTOUCHED);
      all.put(GUARD + count + i, UNTOUCHED);
    }
    GIVEN.get().add(new Guarded(all, count));
    return all.slice(GUARD, count).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    List<Guarded> given = GIVEN.get();
    GIVEN.remove();
    for (Guarded one : given) {
      for (int i = 0; i < GUARD; i++) {
        int before = i - GUARD;
        int after = i;
        assertEquals(UNTOUCHED, one.all.get(i), () -> "byte " + before + " of a buffer");
        assertEquals(
            UNTOUCHED,
            one.all.get(GUARD + one.count + i),
            () -> "byte " + after + " after a buffer of " + one.count);
      }
    }
  }
}
