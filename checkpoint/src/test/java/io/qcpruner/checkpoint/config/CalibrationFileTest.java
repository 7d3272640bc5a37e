package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationFileTest {

  @TempDir Path folder;

  private Optional<CalibrationFile> read(String json) throws IOException {
    Files.writeString(folder.resolve(CalibrationFile.NAME), json);
    return CalibrationFile.beside(folder, "llava-1.5", 4);
  }

  @Test
  void valuesBesideACheckpoint() throws IOException {
    assertTrue(CalibrationFile.beside(folder, "llava-1.5", 4).isEmpty());
    CalibrationFile both =
        read("{\"format\":1,\"family\":\"llava-1.5\",\"layer\":1,\"rho\":0.4}").orElseThrow();
    assertEquals(Optional.of(1), both.layer());
    assertEquals(Optional.of(0.4), both.rho());
    CalibrationFile one = read("{\"format\":1,\"family\":\"llava-1.5\",\"rho\":0}").orElseThrow();
    assertTrue(one.layer().isEmpty() && one.frames().isEmpty());
    CalibrationFile clips =
        read("{\"format\":1,\"family\":\"llava-1.5\",\"frames\":8}").orElseThrow();
    assertEquals(Optional.of(8), clips.frames());
  }

  /** A decoder of four layers: the first and the last, and both ends of the floor. */
  @Test
  void boundsAreInclusive() throws IOException {
    for (String ends : new String[] {"\"layer\":0,\"rho\":0", "\"layer\":3,\"rho\":1"}) {
      assertTrue(read("{\"format\":1,\"family\":\"llava-1.5\"," + ends + "}").isPresent());
    }
    assertEquals(
        folder.resolve(CalibrationFile.NAME) + ": layer must be 0 to 3, not 4",
        assertThrows(
                ConfigException.class,
                () -> read("{\"format\":1,\"family\":\"llava-1.5\",\"layer\":4}"))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"format\":2,\"family\":\"llava-1.5\",\"layer\":1}",
        "{\"format\":1,\"family\":\"qwen2.5-vl\",\"layer\":1}",
        "{\"format\":1,\"family\":\"llava-1.5\",\"layer\":99}",
        "{\"format\":1,\"family\":\"llava-1.5\",\"layer\":-1}",
        "{\"format\":1,\"family\":\"llava-1.5\",\"layer\":\"one\"}",
        "{\"format\":1,\"family\":\"llava-1.5\",\"rho\":1.5}",
        "{\"format\":1,\"family\":\"llava-1.5\",\"frames\":0}",
        "{\"format\":1,\"family\":\"llava-1.5\",\"frames\":1025}",
        "[]",
        "{"
      })
  void wrongFilesAreNamed(String json) {
    Exception e = assertThrows(ConfigException.class, () -> read(json));
    assertTrue(e.getMessage().contains(CalibrationFile.NAME), e.getMessage());
  }
}
