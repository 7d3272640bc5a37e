package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.function.Executable;

/** Configurations written with single quotes. */
final class Configs {
  private Configs() {}

  static ConfigNode of(String json) {
    byte[] text = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    try {
      return ConfigNode.parse(Path.of("config.json"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails unless reading is refused with this message after the name of the file. */
  static void assertRefused(String message, Executable reading) {
    assertEquals(
        "config.json: " + message.replace('\'', '"'),
        assertThrows(ConfigException.class, reading).getMessage());
  }
}
