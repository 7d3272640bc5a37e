package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.text.TestVocabularies.Golden;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextDecoderTest {
  @TempDir Path folder;
  private Tokenizer llama;

  @BeforeEach
  void load() throws IOException {
    TestVocabularies.writeLlamaModel(folder);
    llama = TokenizerFiles.load(folder);
  }

  @Test
  void piecesNeverHoldHalfACharacter() throws IOException {
    for (Golden golden : TestVocabularies.goldens()) {
      TextDecoder decoder = new TextDecoder(llama);
      StringBuilder text = new StringBuilder();
      for (int id : golden.llama()) {
        String piece = decoder.next(id);
        assertFalse(piece.contains("\uFFFD"), golden.text());
        text.append(piece);
      }
      assertEquals("", decoder.finish());
      assertEquals(llama.decode(golden.llama()), text.toString());
    }
  }

  @Test
  void aCharacterAppearsWithItsLastByte() {
    TextDecoder decoder = new TextDecoder(llama);
    assertEquals("", decoder.next(3 + 0xF0));
    assertEquals("", decoder.next(3 + 0x9F));
    assertEquals("", decoder.next(3 + 0x98));
    assertEquals("\uD83D\uDE00", decoder.next(3 + 0x80));
    assertEquals("", decoder.finish());
  }

  @Test
  void aCutOffCharacterBecomesAReplacement() {
    assertEquals("\uFFFD", llama.decode(3 + 0xE4, 3 + 0xB8));
    assertEquals("\uFFFDA", llama.decode(3 + 0xFF, 3 + 'A'));
  }

  @Test
  void onlyTheFirstSpaceIsTheDummyPrefix() {
    int chat = 13563; // " chat"
    assertEquals("chat chat", llama.decode(1, chat, chat));
    assertEquals(" chat", llama.decode(29871, chat));
  }
}
