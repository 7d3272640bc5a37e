package io.qcpruner.pocket.internal.token;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenizerJsonTest {

  private HuggingFaceTokenizer tokenizer;

  @BeforeEach
  void open() throws IOException {
    byte[] json = TokenizerJson.of(Words.load()).getBytes(StandardCharsets.UTF_8);
    tokenizer =
        HuggingFaceTokenizer.newInstance(
            new ByteArrayInputStream(json), Map.of("truncation", "false", "padding", "false"));
  }

  @AfterEach
  void close() {
    tokenizer.close();
  }

  @Test
  void everyListedWordIsOneToken() {
    for (String word : Words.load()) {
      assertEquals(1, tokenizer.encode(word, false, false).getIds().length, word);
    }
  }

  @Test
  void everyWordOfTheQuestionsIsListed() {
    for (QuestionSet.Item item : QuestionSet.of(Split.TEST, 40)) {
      for (String word : (item.question().text() + " " + item.question().answer()).split("\\s+")) {
        String bare = word.replaceAll("[^A-Za-z0-9].*", "");
        assertTrue(Words.load().contains(bare), word);
      }
    }
  }

  @Test
  void specialsAreWhereLlamaHasThem() {
    assertArrayEquals(new long[] {1}, tokenizer.encode("<s>", false, false).getIds());
    assertArrayEquals(new long[] {2}, tokenizer.encode("</s>", false, false).getIds());
    String[] tokens = tokenizer.encode("USER: <image>\nWhat", true, false).getTokens();
    assertEquals("<s>", tokens[0]);
    assertTrue(java.util.List.of(tokens).contains("<image>"));
  }

  @Test
  void unknownTextSurvivesByBytes() {
    String text = "Zwölf ☃ xylophones, 42%";
    long[] ids = tokenizer.encode(text, false, false).getIds();
    assertEquals(text, tokenizer.decode(ids, true));
  }

  @Test
  void aWordAfterALineBreakIsTheSameToken() {
    long[] ids = tokenizer.encode("?\nred", false, false).getIds();
    assertEquals(tokenizer.encode("red", false, false).getIds()[0], ids[ids.length - 1]);
  }
}
