package io.qcpruner.media.internal.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Classes stand in for libraries: what loads a library is the initializer of its class. */
@Timeout(60)
final class NativeLibrariesTest {

  private static final CountDownLatch MAY_LOAD = new CountDownLatch(1);
  private static final AtomicInteger LOADED = new AtomicInteger();

  private static final class Slow {
    static {
      try {
        MAY_LOAD.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      LOADED.incrementAndGet();
    }
  }

  private static final class Broken {
    static {
      if (LOADED.get() >= 0) {
        throw new UnsatisfiedLinkError("no such library");
      }
    }
  }

  @Test
  void whatWasBegunIsLoadedOnceAndWaitedFor() {
    NativeLibraries.begin(Slow.class);
    assertEquals(0, LOADED.get());
    MAY_LOAD.countDown();
    NativeLibraries.load(Slow.class);
    assertEquals(1, LOADED.get());
    NativeLibraries.load(Slow.class);
  }

  /** The virtual machine says why a class can't be initialised to the first who asks alone. */
  @Test
  void everyoneIsToldWhyAnEarlyLoadFailed() {
    NativeLibraries.begin(Broken.class);
    Error first = assertThrows(Error.class, () -> NativeLibraries.load(Broken.class));
    assertTrue(first.getMessage().contains("no such library"), first.toString());
    assertSame(first, assertThrows(Error.class, () -> NativeLibraries.load(Broken.class)));
  }
}
