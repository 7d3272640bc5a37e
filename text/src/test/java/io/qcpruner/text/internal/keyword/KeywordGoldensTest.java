package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.Keyword;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Keywords of KeyBERT 0.9.0 over model2vec 0.8.1 with the embedded table, made by
 * reference/make_anchor_goldens.py.
 */
class KeywordGoldensTest {

  private static final double TOLERANCE = 1e-4;

  @Test
  void sameKeywordsInTheSameOrder() throws IOException {
    AnchorFinder finder = AnchorFinder.ofPaper(KeywordModels.embedded());
    JsonNode goldens = goldens();
    assertTrue(goldens.size() >= 240, "prompts: " + goldens.size());
    for (JsonNode golden : goldens) {
      String text = golden.get("text").asText();
      List<String> expected = new ArrayList<>();
      golden.get("keywords").forEach(keyword -> expected.add(keyword.get(0).asText()));
      List<Keyword> found = finder.keywords(text);
      assertEquals(expected, found.stream().map(Keyword::word).toList(), text);
      for (int i = 0; i < found.size(); i++) {
        double score = golden.get("keywords").get(i).get(1).asDouble();
        assertEquals(score, found.get(i).score(), TOLERANCE, () -> text);
      }
    }
  }

  private static JsonNode goldens() throws IOException {
    try (InputStream in = KeywordGoldensTest.class.getResourceAsStream("keyword-goldens.json")) {
      return new ObjectMapper().readTree(in);
    }
  }
}
