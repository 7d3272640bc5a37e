package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.WeightsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small vocabularies: what files of other makers may say. */
class WordPieceFormsTest {

  private static final String FILE =
      "{'added_tokens':[ADDED],'normalizer':{'type':'BertNormalizer'},"
          + "'pre_tokenizer':{'type':'BertPreTokenizer'},"
          + "'model':{'type':'WordPiece','unk_token':'?','vocab':{'?':0,'a':1,'##b':2,'!':3,"
          + "'<x':4,'<':5,'x':6}MORE}}";

  private static TokenizerFile file(String added, String more) throws IOException {
    String json = FILE.replace("ADDED", added).replace("MORE", more).replace('\'', '"');
    return TokenizerFile.read(json.getBytes(StandardCharsets.UTF_8), "f");
  }

  private static String encode(TokenizerFile file, String text) {
    return Arrays.stream(new WordPieceTokenizer(file).encode(text))
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(" "));
  }

  /** Added tokens: the first in the text wins, the longer one of two at the same place. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x>       | 8",
        "<x        | 7",
        "a<x>a     | 1 8 1",
        "a<xa      | 1 7 1",
        "x>y <x>   | 6 0 0 8",
        "<x><x     | 8 7",
        "a         | 1",
      })
  void theLongestAddedTokenWins(String text, String ids) throws IOException {
    String shorter = "{'id':7,'content':'<x'}";
    String longer = "{'id':8,'content':'<x>'}";
    assertEquals(ids, encode(file(shorter + "," + longer, ""), text));
    assertEquals(ids, encode(file(longer + "," + shorter, ""), text));
  }

  @ParameterizedTest
  @CsvSource({"ab, 1 2", "abbb, 0", "abb, 1 2 2", "a!b, 1 3 0", "b, 0", "'', ''", "' a ', 1"})
  void wordsUpToTheLimit(String text, String ids) throws IOException {
    assertEquals(ids, encode(file("", ",'max_input_chars_per_word':3"), text));
  }

  /** Letters outside of the basic plane count once. */
  @Test
  void theLimitCountsCodePoints() throws IOException {
    TokenizerFile file = file("{'id':7,'content':'\ud835\udc00'}", "");
    assertEquals("\ud835\udc00", file.tokens()[7]);
    String json =
        "{'normalizer':{'type':'BertNormalizer'},'pre_tokenizer':{'type':'BertPreTokenizer'},"
            + "'model':{'type':'WordPiece','unk_token':'?','max_input_chars_per_word':2,"
            + "'vocab':{'?':0,'\ud83d\ude00':1,'##\ud83d\ude00':2}}}";
    TokenizerFile smiles =
        TokenizerFile.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "f");
    assertEquals("1 2", encode(smiles, "\ud83d\ude00\ud83d\ude00"));
    assertEquals("0", encode(smiles, "\ud83d\ude00\ud83d\ude00\ud83d\ude00"));
  }

  @Test
  void aLongTextKeepsAllItsTokens() throws IOException {
    assertEquals(300, new WordPieceTokenizer(file("", "")).encode("a ".repeat(300)).length);
    int[] word =
        new WordPieceTokenizer(file("", ",'max_input_chars_per_word':999"))
            .encode("a" + "b".repeat(200));
    assertEquals(201, word.length);
    assertEquals(2, word[200]);
  }

  /** Every symbol of ASCII is punctuation, also those that Unicode calls symbols. */
  @Test
  void punctuationSplits() throws IOException {
    for (char c : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".toCharArray()) {
      assertEquals(3, new WordPieceTokenizer(file("", "")).encode("a" + c + "a").length, "" + c);
    }
    for (char c : "09azAZ".toCharArray()) {
      assertEquals(1, new WordPieceTokenizer(file("", "")).encode("a" + c + "a").length, "" + c);
    }
    for (String c :
        new String[] {"\u00a1", "\u2014", "\u203f", "\u00ab", "\u00bb", "\u3010", "\u3011"}) {
      assertEquals(3, new WordPieceTokenizer(file("", "")).encode("a" + c + "a").length, c);
    }
    assertEquals(1, new WordPieceTokenizer(file("", "")).encode("a\u20aca").length, "a currency");
  }

  @ParameterizedTest
  @CsvSource({"single_word", "lstrip", "rstrip", "normalized"})
  void tokensWithConditionsNeedTheLibrary(String condition) throws IOException {
    assertTrue(file("{'id':7,'content':'<y>'}", "").isPlainBert());
    assertTrue(file("{'id':7,'content':'<y>','" + condition + "':false}", "").isPlainBert());
    assertFalse(file("{'id':7,'content':'<y>','" + condition + "':true}", "").isPlainBert());
    assertFalse(file("{'id':7,'content':'<y>','" + condition + "':null}", "").isPlainBert());
  }

  @Test
  void otherModelsNeedTheLibrary() throws IOException {
    String words = FILE.replace("ADDED", "").replace("MORE", "").replace("WordPiece", "WordLevel");
    assertFalse(read(words).isPlainBert());
    String other = FILE.replace("ADDED", "").replace("MORE", "");
    assertFalse(read(other.replace("BertPreTokenizer", "Whitespace")).isPlainBert());
    assertFalse(read(other.replace("BertNormalizer", "NFC")).isPlainBert());
    TokenizerFile scored =
        read("{'model':{'type':'Unigram','vocab':[['?',0.0],['a',-1.0,[1]],['b',-2]]}}");
    assertArrayEquals(new String[] {"?", "a", "b"}, scored.tokens());
    assertEquals(-1, scored.unknownId());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'model':{'type':'WordPiece','vocab':{'a':0}}} | f: model.unk_token is missing",
        "{'model':{'unk_token':'u','vocab':{'a':0}}} |"
            + " f: the unknown token u is not in the vocabulary",
        "{'model':{'vocab':{'a':0,'b':2}}} | f: token b has the id 2 of 2 tokens",
        "{'model':{'vocab':{'a':0,'b':0}}} | f: tokens a and b share the id 0",
        "{'added_tokens':[{'id':0,'content':'b'}],'model':{'vocab':{'a':0}}} |"
            + " f: tokens a and b share the id 0",
        "{'added_tokens':[{'id':2,'content':'b'}],'model':{'vocab':{'a':0}}} |"
            + " f: token ids go up to 2, but there are 2 tokens",
        "{'added_tokens':[{'id':2,'content':'b'},{'id':2,'content':'b'}],"
            + "'model':{'vocab':{'a':0}}} | f: no token has the id 1",
        "{} | f: token ids go up to -1, but there are 0 tokens",
        "{'model':[]} | f: model must be START_OBJECT, not START_ARRAY",
        "{'model':{'vocab':7}} | f: model.vocab must be START_OBJECT, not VALUE_NUMBER_INT",
        "{'model':{'vocab':[[1,2]]}} |"
            + " f: a token of model.vocab must be VALUE_STRING, not VALUE_NUMBER_INT",
        "{'model':{'max_input_chars_per_word':-1}} |"
            + " f: max_input_chars_per_word has no usable number",
      })
  void whatDoesNotFitIsNamed(String json, String message) {
    assertEquals(message, assertThrows(WeightsException.class, () -> read(json)).getMessage());
  }

  /** Lengths 1, 1, 2, 3, 4, 6: the middle of 2 and 3 rounded down; without the last one 2. */
  @Test
  void medianLengths() throws IOException {
    assertEquals(
        2,
        read("{'model':{'vocab':{'a':0,'b':1,'cc':2,'ddd':3,'eeee':4,'ffffff':5}}}")
            .medianLength());
    assertEquals(
        2, read("{'model':{'vocab':{'a':0,'b':1,'cc':2,'ddd':3,'eeee':4}}}").medianLength());
    assertEquals(3, read("{'model':{'vocab':{'aa':0,'bbbb':1}}}").medianLength());
    assertEquals(1, read("{'model':{'vocab':{'\ud83d\ude00':0}}}").medianLength());
  }

  @Test
  void vocabulariesOfAnySizeAreRead() throws IOException {
    StringBuilder vocab = new StringBuilder();
    for (int i = 0; i < 70_000; i++) {
      vocab.append(i == 0 ? "" : ",").append("'t").append(i).append("':").append(i);
    }
    String[] tokens = read("{'model':{'vocab':{" + vocab + "}}}").tokens();
    assertEquals(70_000, tokens.length);
    assertEquals("t69999", tokens[69_999]);
  }

  private static TokenizerFile read(String json) throws IOException {
    return TokenizerFile.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), "f");
  }
}
