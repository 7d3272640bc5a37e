package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tokenizer read beside the model is the one that is read alone, with the same errors. */
class PreloadedTokenizerTest {
  @TempDir private Path folder;

  @Test
  void isTheOneOfTheFolder() throws IOException {
    SyntheticTokenizer.write(folder);
    try (PreloadedTokenizer ahead = PreloadedTokenizer.of(folder);
        Tokenizer alone = TokenizerFiles.load(folder)) {
      Tokenizer beside = ahead.get().orElseThrow();
      assertArrayEquals(alone.encode("red bus").ids(), beside.encode("red bus").ids());
    }
  }

  @Test
  void isEmptyWithoutFiles() throws IOException {
    try (PreloadedTokenizer ahead = PreloadedTokenizer.of(folder)) {
      assertTrue(ahead.get().isEmpty());
    }
  }

  @Test
  void failsAsReadingItFails() throws IOException {
    Files.writeString(folder.resolve("tokenizer.json"), "{");
    Exception alone = assertThrows(IOException.class, () -> TokenizerFiles.find(folder));
    try (PreloadedTokenizer ahead = PreloadedTokenizer.of(folder)) {
      Exception beside = assertThrows(IOException.class, ahead::get);
      assertEquals(alone.getMessage(), beside.getMessage());
    }
  }
}
