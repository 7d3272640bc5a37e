package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Added tokens of vocab.json and merges.txt, which stand in one of two other files. */
class OlderFilesTest {

  @TempDir Path folder;

  @BeforeEach
  void vocabulary() throws IOException {
    write("vocab.json", "{'a':0,'b':1,'ab':2}");
    Files.writeString(folder.resolve("merges.txt"), "#version: 0.2\n\na b\n");
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(folder.resolve(name), json.replace('\'', '"'));
  }

  @Test
  void withoutEitherThereAreNone() throws IOException {
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      assertArrayEquals(new int[] {2, 0}, tokenizer.encode("aba").ids());
      assertEquals(3, tokenizer.size());
      assertTrue(tokenizer.special("<x>").isEmpty());
    }
  }

  @Test
  void theOldestFormListsIdsByText() throws IOException {
    write("added_tokens.json", "{'<x>':3,'<y>':4}");
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      assertEquals(3, tokenizer.special("<x>").getAsInt());
      assertEquals(4, tokenizer.special("<y>").getAsInt());
      assertTrue(tokenizer.isSpecial(4));
      assertEquals(5, tokenizer.size());
    }
  }

  @Test
  void aNewerListReplacesTheOldestAndMayHoldText() throws IOException {
    write("added_tokens.json", "{'<x>':3}");
    write(
        "tokenizer_config.json",
        "{'added_tokens_decoder':{'3':{'content':'<y>'},'4':{'content':'<z>','special':false}}}");
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      assertTrue(tokenizer.special("<x>").isEmpty());
      assertEquals(3, tokenizer.special("<y>").getAsInt());
      assertEquals("a<z>", tokenizer.decode(0, 3, 4), "<y> is not text, <z> is");
      assertTrue(tokenizer.isSpecial(5));
    }
  }

  @Test
  void idsAreNumbers() throws IOException {
    write("tokenizer_config.json", "{'added_tokens_decoder':{'x':{'content':'<y>'}}}");
    assertTrue(
        assertThrows(TokenizerException.class, () -> TokenizerFiles.load(folder))
            .getMessage()
            .endsWith("tokenizer_config.json: added_tokens_decoder has the key x"));
  }

  /** A smile is two units; halves of it alone are replaced one for one. */
  @ParameterizedTest
  @CsvSource({
    "a, a",
    "a\uD83D, a\uFFFD",
    "\uD83Da, \uFFFDa",
    "\uDE00a, \uFFFDa",
    "\uD83D\uDE00, \uD83D\uDE00",
    "\uD83D\uD83D\uDE00, \uFFFD\uD83D\uDE00",
    "\uDE00\uD83D, \uFFFD\uFFFD",
    "\uD83D\uDE00\uDE00, \uD83D\uDE00\uFFFD"
  })
  void halfCharactersAreReplaced(String text, String expected) {
    assertEquals(expected, Utf16.wellFormed(text));
  }
}
