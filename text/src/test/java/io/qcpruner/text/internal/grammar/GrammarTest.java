package io.qcpruner.text.internal.grammar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that are held to a schema fit it, whichever allowed tokens are drawn. */
@ExtendWith(Seeded.class)
class GrammarTest {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** All bytes, pieces as vocabularies have them, and one special token without bytes. */
  private static List<byte[]> vocabulary() {
    List<byte[]> tokens = new ArrayList<>();
    for (int b = 0; b < 256; b++) {
      tokens.add(new byte[] {(byte) b});
    }
    for (String piece :
        new String[] {
          "{\"",
          "\":",
          "\": \"",
          "\", \"",
          "\"}",
          "]}",
          "}}",
          ", ",
          "true",
          "null",
          "name",
          "na",
          "me\"",
          "12",
          "100",
          "-1",
          "0.",
          ".5",
          "e1",
          " a",
          "ö",
          "größ",
          "\\u00",
          "\\n",
          "[[",
          "  ",
          "\n",
          "red",
          "total pr"
        }) {
      tokens.add(piece.getBytes(StandardCharsets.UTF_8));
    }
    tokens.add(new byte[0]);
    return tokens;
  }

  private static final List<byte[]> TOKENS = vocabulary();
  private static final TokenTrie TRIE = new TokenTrie(TOKENS.size(), TOKENS::get);

  private static Grammar grammar(String schema) throws IOException, SchemaException {
    return Grammar.ofSchema(JSON.readTree(schema.replace('\'', '"')));
  }

  @Test
  void aThousandSchemasAreKept(Random random) throws IOException, SchemaException {
    RandomSchema schemas = new RandomSchema(random);
    for (int i = 0; i < 1000; i++) {
      JsonNode schema = schemas.whole();
      Grammar grammar = Grammar.ofSchema(schema);
      String text = drawn(grammar, random);
      assertTrue(new NaiveValidator(schema).fits(JSON.readTree(text)), schema + "\n" + text);
      assertTrue(i % 20 > 0 || new NaiveMask(grammar).isWhole(text), text);
    }
  }

  /** Draws tokens; the longer the text, the more often one that closes something. */
  private static String drawn(Grammar grammar, Random random) {
    GrammarGuide guide = new GrammarGuide(grammar, TRIE, TOKENS::get);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int step = 0; !guide.isComplete(); step++) {
      assertTrue(step < 20_000, () -> "no end: " + text);
      if (guide.mayEnd() && random.nextInt(4) == 0) {
        break;
      }
      BitSet allowed = guide.allowed();
      assertFalse(allowed.isEmpty(), () -> "a dead end: " + text);
      int id = step > 20 && random.nextInt(step > 60 ? 20 : 3) > 0 ? closing(allowed) : -1;
      if (id < 0) {
        int[] ids = allowed.stream().toArray();
        id = ids[random.nextInt(ids.length)];
      }
      guide.accept(id);
      text.writeBytes(TOKENS.get(id));
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private static int closing(BitSet allowed) {
    for (char c : new char[] {'}', ']', '"', 'n', '0'}) {
      if (allowed.get(c)) {
        return c;
      }
    }
    return -1;
  }

  @Test
  void masksAreThoseOfTheNaiveTwin(Random random) throws IOException, SchemaException {
    RandomSchema schemas = new RandomSchema(random);
    for (int i = 0; i < 10; i++) {
      Grammar grammar = i == 0 ? Grammar.jsonObject() : Grammar.ofSchema(schemas.whole());
      NaiveMask naive = new NaiveMask(grammar);
      GrammarGuide guide = new GrammarGuide(grammar, TRIE, TOKENS::get);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (int step = 0; step < 8 && !guide.isComplete(); step++) {
        BitSet expected = new BitSet();
        for (int id = 0; id < TOKENS.size(); id++) {
          ByteArrayOutputStream longer = new ByteArrayOutputStream();
          longer.writeBytes(text.toByteArray());
          longer.writeBytes(TOKENS.get(id));
          expected.set(id, TOKENS.get(id).length > 0 && naive.begins(longer.toByteArray()));
        }
        assertEquals(expected, guide.allowed(), text.toString(StandardCharsets.UTF_8));
        assertEquals(naive.isWhole(text.toByteArray()), guide.mayEnd());
        int[] ids = expected.stream().toArray();
        int id = ids[random.nextInt(ids.length)];
        guide.accept(id);
        text.writeBytes(TOKENS.get(id));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'integer','minimum':7,'maximum':123} | 7 8 99 100 123 | 6 07 124 0 -7 7.0",
        "{'type':'integer','minimum':-12,'maximum':3} | -12 -1 0 3 | -13 4 -0",
        "{'type':'integer','exclusiveMaximum':0} | -1 -99999 | 0 1",
        "{'type':'number','minimum':0,'maximum':1} | 0 1 0.5 0.999 | 1.5 -0.5 2 .5 1.1",
        "{'type':'number'} | 0 -0.5 12.25 1e9 1.5E-7 | 01 1. .5 1e +1 1e123",
        "{'type':'string','maxLength':2} | `\"\" \"ab\" \"\\u00e9\" \"\\n!\"` | `\"abc\" \"\\ud800\" a`",
        "{'type':'array','items':{'type':'null'},'minItems':1,'maxItems':2} |"
            + " [null] [null,null] | [] [null,null,null] [null,]",
        "{'enum':['a',1,null]} | `\"a\" 1 null` | `\"b\" 2 1.0`",
        "{'type':'object','properties':{'a':{'const':1},'b':{'const':2}},'required':['b']} |"
            + " `{\"b\":2} {\"a\":1,\"b\":2}` | `{} {\"a\":1} {\"b\":2,\"a\":1} {\"b\":2,}`",
        "{'type':'object','additionalProperties':{'const':1}} | `{} {\"x\":1,\"y\":1}` | `{\"x\":2}`",
        "{'type':'object','additionalProperties':false} | {} | `{\"x\":2}`",
        "true | `1 \"a\" {\"a\":[true]} []` | a",
      })
  void knownTexts(String schema, String whole, String wrong) throws Exception {
    NaiveMask naive = new NaiveMask(grammar(schema));
    for (String text : whole.split(" ")) {
      assertTrue(naive.isWhole(text), text);
    }
    for (String text : wrong.split(" ")) {
      assertFalse(naive.isWhole(text), text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'string','pattern':'a+'} | has pattern, which is not supported",
        "{'oneOf':[{'type':'string'}]} | has oneOf",
        "{'type':'object','properties':{'a':{'type':'strin'}}} | at /properties/a/type is not a type",
        "{'type':'integer','minimum':2,'maximum':1} | no whole number between its bounds",
        "{'type':'string','minLength':3,'maxLength':2} | minLength above maxLength",
        "{'type':'string','maxLength':1000000} | at /maxLength must be a whole number from 0 to",
        "{'$ref':'#/$defs/x'} | leads nowhere",
        "{'$ref':'http://x/y'} | leads out of the schema",
        "{'$ref':'#'} | fits no finite value",
        "{'type':'object','properties':{'a':{'$ref':'#'}},'required':['a']} | fits no finite value",
        "{'type':'object','required':['a'],'additionalProperties':false} | requires a and does not",
        "{'enum':[]} | at /enum is not a list with elements",
        "{'enum':['a'],'type':'integer'} | lists no value of its type",
        "{'anyOf':[{'type':'string'}],'minLength':2} | has minLength",
        "[] | is not an object",
        "false | fits no value",
      })
  void whatCanNotBeKeptIsRefusedByName(String schema, String part) {
    String told = assertThrows(SchemaException.class, () -> grammar(schema)).getMessage();
    assertTrue(told.contains(part), told);
  }

  @Test
  void aDeepSchemaIsRefused() {
    String deep = "{'items':".repeat(500) + "true" + "}".repeat(500);
    assertThrows(SchemaException.class, () -> grammar(deep));
  }

  /** An optional part that requires itself is left out, not begun. */
  @Test
  void endlessPartsAreNotBegun() throws Exception {
    Grammar grammar =
        grammar(
            "{'type':'object','properties':{'a':{'$ref':'#/$defs/x'}},'$defs':{'x':{'type':'object',"
                + "'properties':{'x':{'$ref':'#/$defs/x'}},'required':['x']}}}");
    NaiveMask naive = new NaiveMask(grammar);
    assertTrue(naive.isWhole("{}"));
    assertFalse(naive.begins("{\"a".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void longTextsTakeNoLongWay() throws Exception {
    GrammarGuide guide = new GrammarGuide(Grammar.jsonObject(), TRIE, TOKENS::get);
    for (byte b : ("{\"a\":\"" + "x".repeat(100_000)).getBytes(StandardCharsets.UTF_8)) {
      guide.allowed();
      guide.accept(b & 0xFF);
    }
    assertTrue(guide.allowed().get('"'));
  }
}
