package io.qcpruner.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Findings at any width. */
class FindingTextTest {
  private static final Finding FINDING =
      new Finding("machine", "memory", "23.5 GiB, of which 15.4 GiB are free now", "close others");

  @Test
  void aWideScreenHasThreeColumns() {
    assertTrue(
        DoctorCommand.text(FINDING, 200)
            .startsWith("machine  memory                 23.5 GiB, of which"));
  }

  @Test
  void aNarrowScreenHasNoLongLines() {
    String text = DoctorCommand.text(FINDING, 50);
    assertEquals("machine memory", text.lines().findFirst().orElseThrow());
    assertTrue(text.contains("    -> close others"), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 50), text);
  }
}
