package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.json.JsonException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading and checking; {@link CalibrationWritingTest} has the rest. */
class CalibrationTest {

  /** Of the decoder that the files lie beside. */
  private static final int LAYERS = 4;

  @TempDir Path folder;

  private Path file(String json) throws IOException {
    return Files.writeString(folder.resolve(Calibration.FILE_NAME), json);
  }

  private Optional<Calibration> beside(String json) throws IOException {
    file(json);
    return Calibration.beside(folder, "llava-1.5", LAYERS);
  }

  /** A file of the right format and family with further fields. */
  private static String with(String fields) {
    return "{\"format\":1,\"family\":\"llava-1.5\"" + fields + "}";
  }

  @Test
  void everyValueIsRead() throws IOException {
    Path file =
        file(with(",\"checksum\":\"c\",\"layer\":1,\"rho\":0.4,\"frames\":8,\"source\":\"s\""));
    assertEquals(
        new Calibration(
            "llava-1.5",
            Optional.of("c"),
            Optional.of(1),
            Optional.of(new BigDecimal("0.4")),
            Optional.of(8),
            Optional.of("s")),
        Calibration.read(file));
    assertEquals(Calibration.read(file), Calibration.beside(folder, "llava-1.5", LAYERS).get());
  }

  @Test
  void everyValueButTheFamilyMayBeMissingOrNull() throws IOException {
    assertTrue(Calibration.beside(folder, "llava-1.5", LAYERS).isEmpty());
    Optional<Object> none = Optional.empty();
    for (String fields : new String[] {"", ",\"layer\":null,\"rho\":null,\"frames\":null"}) {
      Calibration read = beside(with(fields)).orElseThrow();
      assertEquals(none, read.layer());
      assertEquals(none, read.rho());
      assertEquals(none, read.frames());
      assertEquals(none, read.checksum());
      assertEquals(none, read.source());
    }
  }

  /** The first and the last layer, both ends of the floor and of the frames. */
  @ParameterizedTest
  @CsvSource({"0,0,1", "3,1,1024", "3,1.0,1"})
  void boundsAreInclusive(int layer, BigDecimal rho, int frames) throws IOException {
    String json = with(",\"layer\":%d,\"rho\":%s,\"frames\":%d".formatted(layer, rho, frames));
    Calibration read = beside(json).orElseThrow();
    assertEquals(Optional.of(layer), read.layer());
    assertEquals(Optional.of(rho), read.rho());
    assertEquals(Optional.of(frames), read.frames());
  }

  /** Wrong beside a checkpoint and wrong where the user names the file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        ",\"layer\":-1 | layer must not be negative, not -1",
        ",\"layer\":\"one\" | layer must be an integer, found \"one\"",
        ",\"layer\":\"1\" | layer must be an integer, found \"1\"",
        ",\"layer\":1.5 | layer must be an integer, found 1.5",
        ",\"layer\":4294967297 | layer must be an integer, found 4294967297",
        ",\"rho\":1.5 | rho must be in [0, 1], not 1.5",
        ",\"rho\":-0.1 | rho must be in [0, 1], not -0.1",
        ",\"rho\":\"0.4\" | rho must be a number, found \"0.4\"",
        ",\"rho\":true | rho must be a number, found true",
        ",\"rho\":NaN | rho must be a finite number",
        ",\"rho\":-Infinity | rho must be a finite number",
        ",\"rho\":1e999 | rho must be a finite number",
        ",\"frames\":0 | frames must be 1 to 1024, not 0",
        ",\"frames\":1025 | frames must be 1 to 1024, not 1025",
        ",\"frames\":8.0 | frames must be an integer, found 8.0",
        ",\"checksum\":7 | checksum must be a text, found 7",
        ",\"source\":[] | source must be a text, found []",
        ",\"layre\":1 | layre = 1 is not understood",
        ",\"layer\":1,\"Layer\":1 | Layer = 1 is not understood",
      })
  void wrongValuesAreNamed(String fields, String problem) {
    assertRefused(with(fields), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"format\":2,\"family\":\"llava-1.5\"} | is not a calibration of format 1",
        "{\"family\":\"llava-1.5\"} | is not a calibration of format 1",
        "{\"format\":1} | family is missing",
        "{\"format\":1,\"family\":{}} | family must be a text, found {}",
        "[] | is not a calibration file",
        "{ | is not a calibration file",
        "'' | is not a calibration file",
      })
  void otherFilesAreNamed(String json, String problem) {
    assertRefused(json, problem);
  }

  private void assertRefused(String json, String problem) {
    String start = folder.resolve(Calibration.FILE_NAME) + ": " + problem;
    for (IOException e :
        new IOException[] {
          assertThrows(ConfigException.class, () -> beside(json)),
          assertThrows(ConfigException.class, () -> Calibration.read(file(json)))
        }) {
      assertTrue(e.getMessage().startsWith(start), e.getMessage());
    }
  }

  /** A file that the user names is checked against the model later, by its caller. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llava-1.5 | 4 | layer must be 0 to 3, not 4",
        "llava-1.5 | 99 | layer must be 0 to 3, not 99",
        "qwen2.5-vl | 1 | the calibration was made for qwen2.5-vl, the model is llava-1.5",
      })
  void whatDoesNotFitTheModelIsRefusedBesideIt(String family, int layer, String problem)
      throws IOException {
    String json = "{\"format\":1,\"family\":\"%s\",\"layer\":%d}".formatted(family, layer);
    assertEquals(
        folder.resolve(Calibration.FILE_NAME) + ": " + problem,
        assertThrows(ConfigException.class, () -> beside(json)).getMessage());
    assertEquals(Optional.of(layer), Calibration.read(file(json)).layer());
  }

  @Test
  void filesThatCannotBeReadAreNamed() throws IOException {
    Path none = folder.resolve("none.json");
    assertEquals(
        none + ": not found",
        assertThrows(JsonException.class, () -> Calibration.read(none)).getMessage());
    assertThrows(JsonException.class, () -> Calibration.read(folder));
    Path large = file(with(",\"source\":\"" + "s".repeat(1 << 20) + "\""));
    assertEquals(
        large + ": has more than 1048576 bytes",
        assertThrows(JsonException.class, () -> Calibration.read(large)).getMessage());
  }
}
