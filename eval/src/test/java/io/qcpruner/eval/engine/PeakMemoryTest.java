package io.qcpruner.eval.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PeakMemoryTest {

  private static final long BLOCK = 256L << 20;

  @Test
  @Timeout(60)
  @EnabledOnOs(OS.LINUX)
  void aReleasedBlockCountsUntilTheRestart() throws InterruptedException {
    long before = settled();
    try (BytePointer block = new BytePointer(BLOCK)) {
      Pointer.memset(block, 1, BLOCK);
    }
    long with = PeakMemory.bytes();
    PeakMemory.restart();
    long after = PeakMemory.bytes();
    assertTrue(with - before > BLOCK / 2, before + " then " + with);
    assertTrue(with - after > BLOCK / 2, with + " then " + after);
  }

  /** What earlier tests left is given back some time; memory that falls would hide the block. */
  private static long settled() throws InterruptedException {
    System.gc();
    long last;
    long now = Long.MAX_VALUE;
    do {
      last = now;
      Thread.sleep(100);
      PeakMemory.restart();
      now = PeakMemory.bytes();
    } while (Math.abs(now - last) > BLOCK / 16);
    return now;
  }
}
