package io.qcpruner.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ServeMemoryTest {
  private static final long GIB = 1L << 30;

  @Test
  void warnsOnlyWhereTheSumIsMoreThanTheMachineHas() {
    assertEquals(Optional.empty(), new ServeMemory(4 * GIB, 2 * GIB, GIB, GIB, 8 * GIB).warning());
    String text = new ServeMemory(4 * GIB, 2 * GIB, GIB, GIB + 1, 8 * GIB).warning().orElseThrow();
    assertTrue(text.contains("8.0 GiB") && text.contains("slots 2.0"), text);
  }
}
