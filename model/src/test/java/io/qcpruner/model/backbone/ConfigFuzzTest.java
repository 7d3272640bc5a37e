package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.DecoderConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Any text gives a configuration or our own exception; saved inputs run in a normal build. */
class ConfigFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void config(byte[] data) throws IOException {
    Path folder = Files.createTempDirectory("fuzz");
    Path file = folder.resolve("config.json");
    try {
      Files.write(file, data);
      DecoderConfig decoder = BackboneFamilies.read(folder).config().decoder();
      assertTrue(decoder.layers() > 0 && Double.isFinite(decoder.ropeTheta()));
    } catch (ConfigException expected) {
      assertTrue(expected.getMessage().contains("config.json"), expected.getMessage());
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }
}
