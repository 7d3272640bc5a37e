package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Any index names files of its own folder or is refused; saved inputs run in a normal build. */
class ShardIndexFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void index(byte[] data) throws IOException {
    Path folder = Files.createTempDirectory("fuzz");
    Path file = folder.resolve("model.safetensors.index.json");
    try {
      Files.write(file, data);
      for (Path shard : ShardIndex.read(file).keySet()) {
        assertEquals(folder, shard.getParent());
      }
    } catch (WeightsException expected) {
      assertTrue(expected.getMessage().startsWith(file.toString()), expected.getMessage());
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }
}
