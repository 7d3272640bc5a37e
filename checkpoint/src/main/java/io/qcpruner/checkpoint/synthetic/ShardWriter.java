package io.qcpruner.checkpoint.synthetic;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe.Container;
import io.qcpruner.checkpoint.synthetic.SyntheticCheckpoint.Item;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Spreads tensors over files of limited size and writes the index when there are several. */
final class ShardWriter {
  private static final int CHUNK = 1 << 20;

  private final CheckpointRecipe recipe;
  private final Path folder;
  private final String stem;
  private final String suffix;

  ShardWriter(CheckpointRecipe recipe, Path folder) {
    this.recipe = recipe;
    this.folder = folder;
    boolean zip = recipe.container() == Container.PYTORCH_ZIP;
    stem = zip ? "pytorch_model" : "model";
    suffix = zip ? ".bin" : ".safetensors";
  }

  void write(List<Item> items) throws IOException {
    List<List<Item>> shards = split(items);
    Map<String, String> weightMap = new LinkedHashMap<>();
    long total = 0;
    for (int i = 0; i < shards.size(); i++) {
      String file =
          shards.size() == 1
              ? stem + suffix
              : "%s-%05d-of-%05d%s".formatted(stem, i + 1, shards.size(), suffix);
      writeFile(folder.resolve(file), shards.get(i));
      for (Item item : shards.get(i)) {
        weightMap.put(item.spec().name(), file);
        total += item.spec().byteLength();
      }
    }
    if (shards.size() > 1) {
      ConfigForms.writeIndex(folder.resolve(stem + suffix + ".index.json"), weightMap, total);
    }
  }

  private List<List<Item>> split(List<Item> items) {
    List<List<Item>> shards = new ArrayList<>();
    List<Item> current = new ArrayList<>();
    long bytes = 0;
    for (Item item : items) {
      long size = item.spec().byteLength();
      if (!current.isEmpty() && bytes > recipe.shardBytes() - size) {
        shards.add(current);
        current = new ArrayList<>();
        bytes = 0;
      }
      current.add(item);
      bytes += size;
    }
    shards.add(current);
    return shards;
  }

  private void writeFile(Path path, List<Item> items) throws IOException {
    if (recipe.container() == Container.PYTORCH_ZIP) {
      TorchZipWriter.write(path, items);
      return;
    }
    List<TensorSpec> specs = items.stream().map(Item::spec).toList();
    float[] chunk = new float[CHUNK];
    // transformers refuses files that don't say which program's layout the tensors have
    try (SafetensorsWriter out = new SafetensorsWriter(path, specs, Map.of("format", "pt"))) {
      for (Item item : items) {
        SeededValues values = SeededValues.of(item.canonical(), item.spec().shape());
        long elements = item.spec().elements();
        for (long at = 0; at < elements; at += CHUNK) {
          int count = (int) Math.min(CHUNK, elements - at);
          values.fill(chunk, count, at);
          out.floats(chunk, count);
        }
      }
      out.finish();
    }
  }
}
