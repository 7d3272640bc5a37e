package io.qcpruner.eval.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PeakMemoryTest {

  private static final long BLOCK = 256L << 20;

  @Test
  @EnabledOnOs(OS.LINUX)
  void aReleasedBlockCountsUntilTheRestart() {
    PeakMemory.restart();
    long before = PeakMemory.bytes();
    try (BytePointer block = new BytePointer(BLOCK)) {
      Pointer.memset(block, 1, BLOCK);
    }
    long with = PeakMemory.bytes();
    PeakMemory.restart();
    long after = PeakMemory.bytes();
    assertTrue(with - before > BLOCK / 2, before + " then " + with);
    assertTrue(with - after > BLOCK / 2, with + " then " + after);
  }
}
