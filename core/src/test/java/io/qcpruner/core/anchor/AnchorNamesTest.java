package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AnchorNamesTest {

  @Test
  void namesOfModesAndScopes() {
    assertEquals(MatchMode.WORD_OFFSETS, AnchorNames.mode("word"));
    assertEquals(MatchMode.WORD_OFFSETS, AnchorNames.mode("WORD_OFFSETS"));
    assertEquals(MatchMode.LITERAL, AnchorNames.mode("literal"));
    assertEquals(MatchMode.CASED, AnchorNames.mode("Cased"));
    assertEquals(MatchScope.PROMPT, AnchorNames.scope("prompt"));
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    Exception mode = assertThrows(IllegalArgumentException.class, () -> AnchorNames.mode("fuzzy"));
    assertTrue(mode.getMessage().contains("word, literal, spaced or cased"), mode.getMessage());
    assertThrows(IllegalArgumentException.class, () -> AnchorNames.scope(""));
  }
}
