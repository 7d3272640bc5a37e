package io.qcpruner.checkpoint.config;

import static io.qcpruner.checkpoint.config.Configs.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigNodeTest {

  private static final ConfigNode NODE =
      Configs.of(
          "{'text':'t','flag':true,'whole':7,'number':0.5,'list':[1,2],'reals':[1,2.5],"
              + "'texts':['a','b'],'inner':{'deep':{'x':1}},'nothing':null}");

  @Test
  void valuesAreRead() throws IOException {
    assertEquals("t", NODE.text("text", "f"));
    assertTrue(NODE.flag("flag", false));
    assertEquals(7, NODE.integer("whole", 1));
    assertEquals(7, NODE.size("whole", 1));
    assertEquals(7, NODE.layers("whole", 1));
    assertEquals(7, NODE.requiredSize("whole"));
    assertEquals(0.5, NODE.number("number", 1));
    assertEquals(0.5, NODE.positive("number", 1, 0.5), "at most 0.5");
    assertArrayEquals(new int[] {1, 2}, NODE.integers("list"));
    assertArrayEquals(new int[] {7}, NODE.integers("whole"));
    assertArrayEquals(new double[] {1, 2.5}, NODE.numbers("reals"));
    assertEquals(List.of("a", "b"), NODE.texts("texts"));
    assertEquals("t", NODE.raw("text"));
    assertEquals("[1,2]", NODE.raw("list"));
    assertEquals(Path.of("config.json"), NODE.file());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "missing"})
  void aFieldThatIsNullOrMissingHasItsFallback(String field) throws IOException {
    assertFalse(NODE.has(field));
    assertFalse(NODE.hasObject(field));
    assertEquals("f", NODE.text(field, "f"));
    assertTrue(NODE.flag(field, true));
    assertFalse(NODE.flag(field, false));
    assertEquals(3, NODE.integer(field, 3));
    assertEquals(3, NODE.size(field, 3));
    assertEquals(3, NODE.layers(field, 3));
    assertEquals(1.5, NODE.number(field, 1.5));
    assertEquals(1.5, NODE.positive(field, 1.5, 2));
    assertArrayEquals(new int[] {4, 5}, NODE.integers(field, 4, 5));
    assertArrayEquals(new double[] {4.5}, NODE.numbers(field, 4.5));
    assertEquals(List.of(), NODE.texts(field));
    assertNull(NODE.raw(field));
    assertEquals(List.of(), NODE.object(field).names());
    assertRefused(field + " is missing", () -> NODE.requiredSize(field));
  }

  @Test
  void objectsKnowTheirPlace() throws IOException {
    assertTrue(NODE.hasObject("inner"));
    assertFalse(NODE.hasObject("list"));
    ConfigNode deep = NODE.object("inner").object("deep");
    assertEquals(1, deep.integer("x", 0));
    assertRefused("inner.deep.x must be a text, found 1", () -> deep.text("x", ""));
    assertRefused("inner.deep.y is missing", () -> deep.requiredSize("y"));
    assertRefused("text must be an object, found 't'", () -> NODE.object("text"));
    assertEquals(
        List.of("text", "flag", "whole", "number", "list", "reals", "texts", "inner", "nothing"),
        NODE.names());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "text   | 1        | a text",
        "flag   | 0        | true or false",
        "flag   | 'true'   | true or false",
        "whole  | 1.5      | an integer",
        "whole  | 3000000000 | an integer",
        "whole  | '1'      | an integer",
        "size   | 0        | between 1 and 10000000",
        "size   | 10000001 | between 1 and 10000000",
        "layers | 10001    | at most 10000",
        "layers | 0        | between 1 and 10000000",
        "number | 'x'      | a number",
        "number | NaN      | a finite number",
        "number | Infinity | a finite number",
        "positive | 0      | above 0 and at most 8.0",
        "positive | -1     | above 0 and at most 8.0",
        "positive | 8.5    | above 0 and at most 8.0",
        "list   | [1,2.5]  | a list of integers",
        "list   | [1,'2']  | a list of integers",
        "list   | [3000000000] | a list of integers",
        "reals  | [1,'x']  | a list of numbers",
        "reals  | [NaN]    | a finite number",
        "texts  | ['a',1]  | a list of texts",
      })
  void aWrongValueIsNamed(String kind, String value, String wanted) {
    ConfigNode node = Configs.of("{'f':" + value + "}");
    String shown = value.matches("NaN|Infinity") ? "'" + value + "'" : value;
    String found = value.equals("[NaN]") ? "['NaN']" : shown;
    assertRefused("f must be " + wanted + ", found " + found, () -> read(node, kind));
  }

  /** The largest values that are taken. */
  @ParameterizedTest
  @CsvSource({"size, 10000000", "layers, 10000", "positive, 8", "size, 1"})
  void boundsAreInclusive(String kind, String value) throws IOException {
    read(Configs.of("{'f':" + value + "}"), kind);
  }

  private static void read(ConfigNode node, String kind) throws IOException {
    switch (kind) {
      case "text" -> node.text("f", "");
      case "flag" -> node.flag("f", false);
      case "whole" -> node.integer("f", 0);
      case "size" -> node.size("f", 1);
      case "layers" -> node.layers("f", 1);
      case "number" -> node.number("f", 0);
      case "positive" -> node.positive("f", 1, 8);
      case "list" -> node.integers("f");
      case "reals" -> node.numbers("f");
      case "texts" -> node.texts("f");
      default -> throw new AssertionError(kind);
    }
  }

  @Test
  void whatNobodyReadIsRefusedByName() throws IOException {
    FieldList known = FieldList.harmless("comment").only("kind", "1", "2").only("never");
    ConfigNode good = Configs.of("{'a':1,'comment':{},'kind':2,'never':null}");
    assertRefused(
        "a = 1 is not understood, and it may change what the model computes",
        () -> known.refuseRest(good));
    good.integer("a", 0);
    known.refuseRest(good);
    assertRefused("kind must be 1 or 2, found 3", () -> known.refuseRest(Configs.of("{'kind':3}")));
    assertRefused(
        "never must be absent or null, found 0", () -> known.refuseRest(Configs.of("{'never':0}")));
    ConfigNode inner = Configs.of("{'o':{'odd':[1]}}");
    assertRefused(
        "o.odd = [1] is not understood, and it may change what the model computes",
        () -> known.refuseRest(inner.object("o")));
    assertSame(inner.object("o"), inner.object("o"), "what was read is remembered");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"text", "flag", "whole", "size", "layers", "number", "positive", "list", "reals"})
  void everyReaderLeavesATrace(String kind) throws IOException {
    ConfigNode node = Configs.of("{}");
    assertFalse(node.wasRead("f"));
    read(node, kind);
    assertTrue(node.wasRead("f"));
  }

  @Test
  void textsAndRawTextsAndObjectsLeaveATraceToo() throws IOException {
    ConfigNode node = Configs.of("{}");
    node.texts("a");
    node.raw("b");
    node.object("c");
    assertTrue(node.wasRead("a") && node.wasRead("b") && node.wasRead("c"));
  }

  @Test
  void filesAreReadFromAFolder(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("config.json");
    assertEquals(
        "no such file: " + missing,
        assertThrows(ConfigException.class, () -> ConfigFiles.read(folder)).getMessage());
    Files.writeString(missing, "{\"a\":1}");
    ConfigFiles alone = ConfigFiles.read(folder);
    assertEquals(1, alone.config().integer("a", 0));
    assertTrue(alone.preprocessor().isEmpty());
    assertTrue(alone.generation().isEmpty());
    assertTrue(alone.tower().isEmpty());
    assertTrue(alone.storedTowerLayers().isEmpty());
    Files.writeString(folder.resolve("preprocessor_config.json"), "{\"a\":2}");
    Files.writeString(folder.resolve("generation_config.json"), "{\"a\":3}");
    Path tower = Files.createDirectory(folder.resolve("tower"));
    Files.writeString(tower.resolve("config.json"), "{\"a\":4}");
    ConfigFiles all = ConfigFiles.read(folder, tower);
    assertEquals(2, all.preprocessor().orElseThrow().integer("a", 0));
    assertEquals(3, all.generation().orElseThrow().integer("a", 0));
    assertEquals(4, all.tower().orElseThrow().integer("a", 0));
    Files.writeString(missing, "[]");
    String message =
        assertThrows(ConfigException.class, () -> ConfigNode.read(missing)).getMessage();
    assertTrue(message.startsWith(missing + ": "), message);
  }

  @Test
  void aTextIsParsedWithoutOtherFiles() throws IOException {
    ConfigFiles parsed = ConfigFiles.parse("{\"a\":1}");
    assertEquals(1, parsed.config().integer("a", 0));
    assertTrue(parsed.preprocessor().isEmpty());
    assertEquals(9, parsed.withStoredTowerLayers(OptionalInt.of(9)).storedTowerLayers().getAsInt());
    assertThrows(ConfigException.class, () -> ConfigFiles.parse("{"));
  }
}
