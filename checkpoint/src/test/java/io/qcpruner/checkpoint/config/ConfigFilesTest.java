package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file says how pictures and clips are prepared: the order of transformers. */
class ConfigFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void config() throws IOException {
    write("config.json", "{}");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private int pictures() throws IOException {
    return number(ConfigFiles.read(folder).preprocessor());
  }

  private int clips() throws IOException {
    return number(ConfigFiles.read(folder).clips());
  }

  private static int number(Optional<ConfigNode> node) throws ConfigException {
    return node.isPresent() ? node.get().integer("n", -1) : 0;
  }

  @Test
  void clipsArePreparedAsPicturesAreUnlessAFileSaysOtherwise() throws IOException {
    assertEquals(0, pictures());
    assertEquals(0, clips());
    write("preprocessor_config.json", "{\"n\":1}");
    assertEquals(1, pictures());
    assertEquals(1, clips());
    assertTrue(ConfigFiles.read(folder).video().isEmpty());
    write("video_preprocessor_config.json", "{\"n\":2}");
    assertEquals(1, pictures());
    assertEquals(2, clips());
  }

  @Test
  void sectionsOfTheCommonFileGoFirst() throws IOException {
    write("preprocessor_config.json", "{\"n\":1}");
    write("video_preprocessor_config.json", "{\"n\":2}");
    write("processor_config.json", "{\"image_seq_len\":64,\"image_processor\":{\"n\":3}}");
    assertEquals(3, pictures());
    assertEquals(2, clips());
    write("processor_config.json", "{\"image_processor\":{\"n\":3},\"video_processor\":{\"n\":4}}");
    assertEquals(4, clips());
    write("processor_config.json", "{\"image_seq_len\":64}");
    assertEquals(1, pictures());
  }
}
