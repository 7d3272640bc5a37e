package io.qcpruner.checkpoint.hub;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether a folder holds a configuration and all weight files that it speaks of. */
final class Completeness {
  private static final long MAX_INDEX_BYTES = 64 << 20;

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
    JsonNode map = JsonReader.STANDARD.tree(index, MAX_INDEX_BYTES).path("weight_map");
    for (JsonNode shard : map) {
      if (!Files.isRegularFile(folder.resolve(shardName(shard)))) {
        return false;
      }
    }
    return !map.isEmpty();
  }

  /** A name with a folder in it is never there: shards lie beside their index. */
  private static String shardName(JsonNode shard) {
    String name = shard.asText("missing");
    return name.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") ? name : "missing";
  }
}
