package io.qcpruner.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.report.TextTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables on wide, narrow and no screens. */
class ScreenTableTest {
  private static final TextTable TABLE =
      new TextTable(
          "Prefill",
          List.of("Backbone", "Tokens", "FLOPs"),
          List.of(List.of("LLaVA", "all", "8.48"), List.of("LLaVA", "64", "")),
          List.of("One note of several words."));

  @Test
  void columnsAreAligned() {
    assertEquals(
        """
        Prefill

        Backbone  Tokens  FLOPs
        LLaVA        all   8.48
        LLaVA         64

        One note of several words.
        """,
        ScreenTable.render(TABLE, new Screen(true, 80, false)));
  }

  @Test
  void aNarrowScreenGetsACellPerLine() {
    String text = ScreenTable.render(TABLE, new Screen(true, 20, false));
    assertTrue(text.contains("LLaVA\n- Tokens: all\n  FLOPs: 8.48\n- Tokens: 64\n"), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 20), text);
  }

  @Test
  void redirectedOutputIsMarkdown() {
    assertTrue(
        ScreenTable.render(TABLE, new Screen(false, 20, false)).contains("| LLaVA | all | 8.48 |"));
  }

  @Test
  void theScreenFollowsTheEnvironment() {
    assertEquals(80, Screen.columns(Map.of()));
    assertEquals(50, Screen.columns(Map.of("COLUMNS", "50")));
    assertEquals(40, Screen.columns(Map.of("COLUMNS", "3")));
    assertEquals(80, Screen.columns(Map.of("COLUMNS", "wide")));
    assertFalse(Screen.of(null, Map.of(), false).colored());
  }
}
