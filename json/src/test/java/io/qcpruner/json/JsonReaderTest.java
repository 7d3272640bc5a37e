package io.qcpruner.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {

  @TempDir Path folder;

  /** Something with a rule of its own. */
  record Box(String name, @OptionalField int size, @OptionalField List<Integer> parts) {
    Box {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("name is empty");
      }
    }
  }

  /** Something that holds others. */
  record Shelf(List<Box> boxes) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``         | f: is empty or null, not JSON that says something",
        "null       | f: is empty or null, not JSON that says something",
        "[          | f: is not JSON: it ends in the middle",
        "{\"a\":1,} | f: is not JSON: unexpected character '}'",
        "nul        | f: is not JSON: unexpected word nul",
        "{} {}      | f: has text after its end",
        "NaN        | f: is not JSON",
        "\u001b[31m | f: is not JSON",
      })
  void brokenTextIsNamed(String text, String message) {
    String found = fail(() -> JsonReader.STANDARD.tree(text == null ? "" : text, "f"));
    assertTrue(found.startsWith(message), found);
    assertTrue(found.chars().noneMatch(Character::isISOControl), "control characters: " + found);
  }

  @Test
  void lineIsNamed() {
    assertEquals(
        "f line 3: is not JSON: unexpected character '}'",
        fail(() -> JsonReader.STANDARD.tree("{\n\"a\": [\n}", "f")));
  }

  @Test
  void depthIsBounded() {
    String deep = "[".repeat(5000) + "]".repeat(5000);
    assertEquals(
        "f: is nested deeper than 100 levels", fail(() -> JsonReader.STANDARD.tree(deep, "f")));
    assertEquals(
        "f: is nested deeper than 100 levels",
        fail(
            () ->
                JsonReader.MANY_NAMES.stream(
                    deep.getBytes(StandardCharsets.UTF_8),
                    "f",
                    json -> {
                      json.nextToken();
                      return json.skipChildren();
                    })));
  }

  @Test
  void fieldsOfRecordsAreNamed() {
    assertEquals(
        "f: field boxes[1].size must be a whole number",
        record(
            "{\"boxes\": [{\"name\": \"a\", \"size\": 1}, {\"name\": \"a\", \"size\": \"x\"}]}"));
    assertEquals("f: field boxes[0].name is missing", record("{\"boxes\": [{\"size\": 1}]}"));
    assertEquals("f: field boxes[0].name is missing", record("{\"boxes\": [{\"name\": null}]}"));
    assertEquals("f: field boxes[0]: name is empty", record("{\"boxes\": [{\"name\": \"\"}]}"));
    assertEquals("f: field boxes is missing", record("{}"));
    assertEquals("f: field boxes is missing", record("{\"boxes\": null}"));
    assertEquals("f: field boxes[0] holds null", record("{\"boxes\": [null]}"));
    assertEquals("f: field colour is unknown", record("{\"boxes\": [], \"colour\": 1}"));
    assertEquals("f: field boxes must be a list", record("{\"boxes\": 3}"));
  }

  @Test
  void numbersAreWholeAndNoTexts() {
    for (String size : List.of("3.5", "\"3\"", "true", "1e30")) {
      assertEquals(
          "f: field boxes[0].size must be a whole number",
          record("{\"boxes\": [{\"name\": \"a\", \"size\": " + size + "}]}"),
          size);
    }
    assertEquals("f: field boxes[0].name must be a text", record("{\"boxes\": [{\"name\": 3}]}"));
  }

  @Test
  void optionalFieldsMayBeMissingOrNull() throws IOException {
    for (String rest : List.of("", ", \"parts\": null, \"size\": null")) {
      String text = "{\"boxes\": [{\"name\": \"a\"" + rest + "}]}";
      assertEquals(
          new Shelf(List.of(new Box("a", 0, null))),
          JsonReader.STANDARD.record(text.getBytes(StandardCharsets.UTF_8), "f", Shelf.class));
    }
  }

  private static String record(String text) {
    return fail(
        () -> JsonReader.STANDARD.record(text.getBytes(StandardCharsets.UTF_8), "f", Shelf.class));
  }

  @Test
  void bytesThatAreNoTextAreNamed() {
    byte[] wrong = {'"', (byte) 0xC3, '"'};
    assertEquals("f: is not UTF-8", fail(() -> JsonReader.STANDARD.tree(wrong, "f")));
  }

  @Test
  void namesComeOnceWhereThatMatters() throws IOException {
    assertEquals(
        "f: has the field a twice",
        fail(() -> JsonReader.UNIQUE.tree("{\"a\": 1, \"a\": 2}", "f")));
    assertEquals(2, JsonReader.STANDARD.tree("{\"a\": 1, \"a\": 2}", "f").get("a").intValue());
  }

  @Test
  void filesAreBoundedWhileTheyAreRead() throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), "[1, 2, 3]");
    assertEquals(3, JsonReader.STANDARD.tree(file, 9).size());
    assertEquals(file + ": has more than 8 bytes", fail(() -> JsonReader.STANDARD.tree(file, 8)));
    assertEquals(
        "/dev/zero: has more than 1000 bytes",
        fail(() -> JsonReader.STANDARD.tree(Path.of("/dev/zero"), 1000)));
    assertEquals(folder + ": is a folder", fail(() -> JsonReader.STANDARD.tree(folder, 8)));
    Path missing = folder.resolve("missing");
    assertEquals(missing + ": not found", fail(() -> JsonReader.STANDARD.tree(missing, 8)));
  }

  private interface Reading {
    Object read() throws IOException;
  }

  private static String fail(Reading reading) {
    return assertThrows(JsonException.class, reading::read).getMessage();
  }
}
