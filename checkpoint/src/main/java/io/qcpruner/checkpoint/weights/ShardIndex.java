package io.qcpruner.checkpoint.weights;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code *.index.json}: which file of a sharded checkpoint holds which tensors. */
final class ShardIndex {
  private static final long MAX_BYTES = 64 << 20;

  private ShardIndex() {}

  /** Tensor names by file, both in index order; every file exists. */
  static Map<Path, List<String>> read(Path index) throws IOException {
    Map<Path, List<String>> shards = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : weightMap(index).properties()) {
      Path shard = shard(index, entry.getKey(), entry.getValue());
      shards.computeIfAbsent(shard, s -> new ArrayList<>()).add(entry.getKey());
    }
    for (Map.Entry<Path, List<String>> shard : shards.entrySet()) {
      if (!Files.isRegularFile(shard.getKey())) {
        throw new WeightsException(
            "%s: the shard %s is missing; it should hold %s"
                .formatted(index, shard.getKey().getFileName(), Listing.of(shard.getValue())));
      }
    }
    return shards;
  }

  private static JsonNode weightMap(Path index) throws IOException {
    JsonNode map;
    try {
      map = JsonReader.STANDARD.object(index, MAX_BYTES).path("weight_map");
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
    if (!map.isObject() || map.isEmpty()) {
      throw new WeightsException(index + ": weight_map is missing or empty");
    }
    return map;
  }

  private static Path shard(Path index, String tensor, JsonNode value) throws WeightsException {
    String name = value.isTextual() ? value.textValue() : "";
    // a shard lies beside its index; anything else would reach out of the checkpoint
    boolean plain = name.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") && !name.contains("..");
    if (!plain) {
      throw new WeightsException(
          "%s: weight_map.%s names no file of this folder: %s".formatted(index, tensor, value));
    }
    return index.resolveSibling(name);
  }
}
