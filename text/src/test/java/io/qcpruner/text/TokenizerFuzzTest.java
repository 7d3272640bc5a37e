package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Any tokenizer file gives tokens or our own exception, and never ends the process inside the
 * native library; saved inputs run in a normal build.
 */
class TokenizerFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void tokenizerJson(byte[] data) throws IOException {
    try (JsonTokenizer tokenizer = JsonTokenizer.of(data, "fuzz")) {
      Tokens tokens = tokenizer.encode("A b\u00e9, 7 \u4f60 <s>");
      for (int id : tokens.ids()) {
        assertTrue(id >= 0);
        tokenizer.bytes(id);
      }
    } catch (TokenizerException expected) {
      assertTrue(expected.getMessage().startsWith("fuzz"), expected.getMessage());
    } catch (IllegalArgumentException expected) {
      // only a text shows that the library numbers added tokens in its own way
      assertTrue(expected.getMessage().contains("added tokens do not fit"), expected.getMessage());
    }
  }

  @FuzzTest(maxDuration = "3m")
  void sentencePiece(byte[] data) throws IOException {
    Path file = Files.createTempFile("fuzz", ".model");
    try {
      Files.write(file, data);
      try (Tokenizer tokenizer = SentencePieceTokenizer.read(file)) {
        Tokens tokens = tokenizer.encode("A b\u00e9, 7 \u4f60 <s>");
        for (int id : tokens.ids()) {
          tokenizer.bytes(id);
        }
      }
    } catch (TokenizerException expected) {
      assertTrue(expected.getMessage().startsWith(file.toString()), expected.getMessage());
    } finally {
      Files.delete(file);
    }
  }
}
