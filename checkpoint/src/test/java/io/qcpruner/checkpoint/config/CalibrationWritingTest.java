package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code calibrate} found, alone and on top of an older file. */
class CalibrationWritingTest {

  private static final Calibration LAYER = Calibration.ofLayer("f", "c", 5, "mmstar");
  private static final Calibration RHO =
      Calibration.ofRho("f", "d", new BigDecimal("0.4"), "mmstar at 256");

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("calibration.json");
  }

  /** Decimal digits stay as they are, because the text of a method has them. */
  @Test
  void theFileHasTheValuesThatAreThere() throws IOException {
    Calibration.ofRho("f", "c", new BigDecimal("0.0"), "s").write(file);
    assertEquals(
        String.join(
            System.lineSeparator(),
            "{",
            "  \"format\" : 1,",
            "  \"family\" : \"f\",",
            "  \"checksum\" : \"c\",",
            "  \"rho\" : 0.0,",
            "  \"source\" : \"s\"",
            "}"),
        Files.readString(file));
    assertEquals("0.0", Calibration.read(file).rho().get().toString());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Calibration all =
        new Calibration(
            "f",
            Optional.of("c"),
            Optional.of(3),
            Optional.of(new BigDecimal("0.7")),
            Optional.of(8),
            Optional.of("a \"b\""));
    all.write(file);
    assertEquals(all, Calibration.read(file));
  }

  @Test
  void aFileKeepsWhatTheNextCalibrationDoesNotHave() throws IOException {
    LAYER.write(file);
    RHO.write(file);
    assertEquals(
        new Calibration(
            "f",
            Optional.of("d"),
            Optional.of(5),
            Optional.of(new BigDecimal("0.4")),
            Optional.empty(),
            Optional.of("mmstar; mmstar at 256")),
        Calibration.read(file));
  }

  @Test
  void aFileKeepsItsNumberOfFrames() throws IOException {
    Files.writeString(file, "{\"format\":1,\"family\":\"f\",\"layer\":3,\"frames\":8}");
    LAYER.write(file);
    RHO.write(file);
    Calibration read = Calibration.read(file);
    assertEquals(Optional.of(8), read.frames());
    assertEquals(Optional.of(5), read.layer());
  }

  @Test
  void newerValuesReplaceOlderOnes() {
    Calibration both = LAYER.with(RHO);
    Calibration later = Calibration.ofLayer("f", "e", 0, "mmstar at 256");
    assertEquals(Optional.of(0), both.with(later).layer());
    assertEquals(RHO.rho(), both.with(later).rho());
    assertEquals(Optional.of("e"), both.with(later).checksum());
    assertEquals(Optional.of(16), frames(8).with(frames(16)).frames());
  }

  /** A source that is there already is not said twice, one that is missing says nothing. */
  @Test
  void sourcesAreJoined() {
    assertEquals(Optional.of("mmstar"), LAYER.with(LAYER).source());
    assertEquals(Optional.of("mmstar"), frames(8).with(LAYER).source());
    assertEquals(Optional.of("mmstar"), LAYER.with(frames(8)).source());
  }

  /** A file of another model, or one that is not a calibration, is not overwritten. */
  @Test
  void otherFilesStay() throws IOException {
    for (String other : new String[] {"{\"format\":1,\"family\":\"g\"}", "{\"family\":\"f\"}"}) {
      Files.writeString(file, other);
      assertThrows(Exception.class, () -> LAYER.write(file));
      assertEquals(other, Files.readString(file));
    }
    Calibration strange = Calibration.ofLayer("g", "c", 1, "s");
    assertRefused("the calibration was made for f, the model is g", () -> LAYER.with(strange));
    assertRefused("the calibration was made for f, the model is g", () -> LAYER.requireFamily("g"));
    assertEquals(LAYER, LAYER.requireFamily("f"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 |  |  | layer must not be negative, not -1",
        " | -0.1 |  | rho must be in [0, 1], not -0.1",
        " | 1.1 |  | rho must be in [0, 1], not 1.1",
        " |  | 0 | frames must be 1 to 1024, not 0",
        " |  | 1025 | frames must be 1 to 1024, not 1025",
      })
  void wrongValuesAreNeverWritten(Integer layer, BigDecimal rho, Integer frames, String message) {
    assertRefused(
        message,
        () ->
            new Calibration(
                "f",
                Optional.empty(),
                Optional.ofNullable(layer),
                Optional.ofNullable(rho),
                Optional.ofNullable(frames),
                Optional.empty()));
  }

  private static Calibration frames(int frames) {
    return new Calibration(
        "f",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(frames),
        Optional.empty());
  }

  private static void assertRefused(String message, Executable making) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, making).getMessage());
  }
}
