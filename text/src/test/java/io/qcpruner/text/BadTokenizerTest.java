package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadTokenizerTest {
  @TempDir Path folder;

  @Test
  void aMissingTokenizerSaysWhatWasLookedFor() {
    assertFails("looked for tokenizer.model, tokenizer.json, vocab.json and merges.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      {'model'                                                   | is not JSON
      []                                                         | not a JSON object
      {}                                                         | vocabulary of a BPE model is missing
      {'model':{'type':'WordPiece','vocab':{'a':0}}}             | vocabulary of a BPE model is missing
      {'model':{'type':'BPE','vocab':{'a':-1}}}                  | a has no usable number
      {'model':{'type':'BPE','vocab':{'a':99999999}}}            | the id 99999999 is over 10000000
      {'model':{'type':'BPE','vocab':{'a':'x'}}}                 | a has no usable number
      {'added_tokens':[{'id':1}]}                                | an added token without content
      {'model':{'type':'BPE','vocab':{'a':0},'merges':['b c']}}  | refused by the tokenizer library
      {'added_tokens':[{'id':1,'content':'A'}]}                  | the added token A is a single character
      """)
  void brokenJsonIsNamed(String json, String expected) throws IOException {
    Files.writeString(folder.resolve("tokenizer.json"), json.replace('\'', '"'));
    assertFails(expected);
  }

  @Test
  void addedTokensInTextAreTextWhateverTheyStartWith() throws IOException {
    String smile = "\uD83D\uDE00";
    String file =
        """
        {"added_tokens":[{"id":3,"content":"%s a","normalized":false,"single_word":false,
          "lstrip":false,"rstrip":false,"special":false}],
         "model":{"type":"BPE","unk_token":"?","vocab":{"?":0,"a":1,"%s":2},"merges":[]}}
        """;
    Files.writeString(folder.resolve("tokenizer.json"), file.formatted(smile, smile));
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      Tokens tokens = tokenizer.encode("a" + smile + " a");
      assertArrayEquals(new int[] {1, 2, 0, 1}, tokens.ids());
    }
  }

  @Test
  void idsThatTheFileDoesNotNameAreRefused() throws IOException {
    // the library numbers added tokens itself: the file's 1 is its 2
    String file =
        """
        {"added_tokens":[{"id":1,"content":"aaa","normalized":true,"single_word":false,
          "lstrip":false,"rstrip":false,"special":false}],
         "normalizer":{"type":"Lowercase"},
         "model":{"type":"BPE","unk_token":"?","vocab":{"?":0,"a":1},"merges":[]}}
        """;
    Files.writeString(folder.resolve("tokenizer.json"), file);
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> tokenizer.encode("AAA")).getMessage();
      assertTrue(message.contains("gave the token 2, its file names 2"), message);
    }
  }

  @Test
  void brokenSentencePieceFilesAreNamed() throws IOException {
    Path file = folder.resolve("tokenizer.model");
    WireWriter piece = new WireWriter().text(1, "x").fixedFloat(2, 1).integer(3, 1);
    WireWriter trainer = new WireWriter().integer(3, 2);
    WireWriter plain = new WireWriter().integer(4, 0);
    Files.write(file, new byte[0]);
    assertFails("no pieces");
    Files.write(file, new byte[] {10, 127, 1});
    assertFails("field 1 of 127 bytes is cut off");
    Files.write(file, new byte[] {(byte) 0xFF, (byte) 0xFF});
    assertFails("cut off");
    Files.write(file, new WireWriter().message(1, piece).bytes());
    assertFails("model type 1 is not BPE");
    Files.write(file, new WireWriter().message(1, piece).message(2, trainer).bytes());
    assertFails("is not supported");
    Files.write(
        file, new WireWriter().message(1, piece).message(2, trainer).message(3, plain).bytes());
    assertFails("no piece for unknown text");
    Files.write(file, new WireWriter().message(1, new WireWriter().integer(3, 9)).bytes());
    assertFails("piece type 9");
  }

  @Test
  void everyCutOfAModelFailsCleanlyOrLoads() throws IOException {
    byte[] good = Files.readAllBytes(TestVocabularies.writeLlamaModel(folder));
    for (int cut = 0; cut < good.length; cut += 9973) {
      Files.write(folder.resolve("tokenizer.model"), Arrays.copyOf(good, cut));
      assertThrows(TokenizerException.class, () -> TokenizerFiles.load(folder));
    }
  }

  private void assertFails(String expected) {
    String message =
        assertThrows(TokenizerException.class, () -> TokenizerFiles.load(folder)).getMessage();
    assertTrue(message.contains(expected), message);
    assertTrue(message.startsWith(folder.toString()), message);
  }
}
