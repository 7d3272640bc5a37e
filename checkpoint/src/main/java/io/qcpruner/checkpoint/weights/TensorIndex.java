package io.qcpruner.checkpoint.weights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where each tensor of a checkpoint folder lies, by the name it has in its file. Reads headers only
 * and does not touch the engine.
 */
public final class TensorIndex {
  private static final List<String> FORMS =
      List.of(
          "model.safetensors.index.json",
          "model.safetensors",
          "pytorch_model.bin.index.json",
          "pytorch_model.bin");

  private TensorIndex() {}

  public static Map<String, LocatedTensor> read(Path folder) throws IOException {
    for (String form : FORMS) {
      Path path = folder.resolve(form);
      if (Files.isRegularFile(path)) {
        return form.endsWith(".json") ? sharded(path) : single(path);
      }
    }
    throw new WeightsException(folder + ": no weights; looked for " + String.join(", ", FORMS));
  }

  private static Map<String, LocatedTensor> single(Path file) throws IOException {
    Map<String, LocatedTensor> found = new LinkedHashMap<>();
    contents(file).forEach((name, stored) -> found.put(name, new LocatedTensor(file, stored)));
    return found;
  }

  private static Map<String, LocatedTensor> sharded(Path index) throws IOException {
    Map<String, LocatedTensor> found = new HashMap<>();
    for (Map.Entry<Path, List<String>> shard : ShardIndex.read(index).entrySet()) {
      Map<String, StoredTensor> held = contents(shard.getKey());
      for (String name : shard.getValue()) {
        StoredTensor stored = held.get(name);
        if (stored == null) {
          throw new WeightsException(
              "%s: it promises %s in %s, which does not hold it"
                  .formatted(index, name, shard.getKey().getFileName()));
        }
        found.put(name, new LocatedTensor(shard.getKey(), stored));
      }
    }
    return found;
  }

  private static Map<String, StoredTensor> contents(Path file) throws IOException {
    if (file.getFileName().toString().endsWith(".bin")) {
      return TorchZip.read(file);
    }
    try (SafetensorsFile safetensors = SafetensorsFile.open(file)) {
      return safetensors.tensors();
    }
  }
}
