package io.qcpruner.model.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels here are waits, far apart in length, so that nothing depends on the compiler. */
class UntilCompiledTest {
  private static final long SHORT = 20_000_000; // nanoseconds that all tries may take
  private static final int VECTOR = 0;
  private static final int TWIN = 10;

  private static void take(int hundredMicros) {
    long end = System.nanoTime() + 100_000L * hundredMicros;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private final Consumer<Integer> fast = UntilCompiledTest::take;
  private final Consumer<Integer> slow = time -> take(time == VECTOR ? 15 * TWIN : TWIN);

  @Test
  void allKernelsAreFast() {
    assertTrue(UntilCompiled.compiles(List.of(fast, fast), VECTOR, TWIN, SHORT));
  }

  @Test
  void oneThatStaysSlowIsEnough() {
    assertFalse(UntilCompiled.compiles(List.of(slow), VECTOR, TWIN, SHORT));
    assertFalse(UntilCompiled.compiles(List.of(slow, fast), VECTOR, TWIN, SHORT));
  }

  /** Time is up before the last kernel is asked for: it is tried all the same. */
  @Test
  void nothingIsVouchedForUntried() {
    assertFalse(UntilCompiled.compiles(List.of(fast, slow), VECTOR, TWIN, 0));
    assertTrue(UntilCompiled.compiles(List.of(fast, fast), VECTOR, TWIN, 0));
  }

  /** Vectors that stay objects are waited for, but not for ever if the code is the faster one. */
  @Test
  @Timeout(60)
  void fasterThanItsTwinIsEnoughInTheEnd() {
    List<byte[]> kept = new ArrayList<>();
    Consumer<Integer> objects =
        time -> {
          take(time);
          kept.clear();
          kept.add(new byte[time == VECTOR ? 32 << 10 : 0]);
        };
    assertTrue(UntilCompiled.compiles(List.of(objects), VECTOR, TWIN, 30_000_000_000L));
  }
}
