package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.qcpruner.checkpoint.weights.WeightsException;
import java.io.IOException;

/** Any vocabulary of word vectors is read or refused; saved inputs run in a normal build. */
class StaticModelFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void vocabulary(byte[] data) throws IOException {
    try {
      TokenizerFile file = TokenizerFile.read(data, "fuzz");
      if (file.isPlainBert()) {
        for (int id : new WordPieceTokenizer(file).encode("A caf\u00e9, 7 \u4f60")) {
          assertTrue(id >= 0 && id < file.tokens().length);
        }
      }
    } catch (WeightsException expected) {
      assertTrue(expected.getMessage().startsWith("fuzz"), expected.getMessage());
    }
  }
}
