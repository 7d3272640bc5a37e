package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.Explanation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Values of candidates are told up to a number of them. */
final class ExplanationJsonTest {

  private static ObjectNode of(int candidates) {
    int[] none = {};
    float[] values = new float[candidates];
    Explanation.Scores scores =
        new Explanation.Scores(
            Collections.nCopies(candidates, new int[] {0, 0, 0}),
            new int[] {0},
            none,
            none,
            new float[0],
            values,
            new float[0],
            new float[0],
            List.of());
    return ExplanationJson.of(
        new Explanation(
            List.of(),
            List.of(),
            List.of(new int[] {0, 0, 0}),
            Optional.of(scores),
            List.of(),
            null));
  }

  @Test
  void bothSidesOfTheLimit() {
    ObjectNode fits = of(20_000);
    assertEquals(20_000, fits.get("utility").size());
    assertFalse(fits.has("note"));
    ObjectNode over = of(20_001);
    assertFalse(over.has("utility") || over.has("cells"));
    assertEquals(1, over.get("kept_cells").size());
    assertTrue(over.get("note").asText().contains("20000"), over.toString());
  }
}
