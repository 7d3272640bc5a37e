package io.qcpruner.checkpoint.hub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether a folder holds a configuration and all weight files that it speaks of. */
final class Completeness {
  private Completeness() {}

  static boolean isComplete(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve("config.json"))) {
      return false;
    }
    for (String name : List.of("model.safetensors", "pytorch_model.bin")) {
      Path index = folder.resolve(name + ".index.json");
      if (Files.isRegularFile(index)) {
        return hasShards(folder, index);
      }
      if (Files.isRegularFile(folder.resolve(name))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasShards(Path folder, Path index) throws IOException {
    JsonNode map = new ObjectMapper().readTree(Files.readAllBytes(index)).path("weight_map");
    for (JsonNode shard : map) {
      if (!Files.isRegularFile(folder.resolve(shard.asText("missing")))) {
        return false;
      }
    }
    return !map.isEmpty();
  }
}
