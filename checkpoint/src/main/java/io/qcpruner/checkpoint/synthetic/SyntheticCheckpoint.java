package io.qcpruner.checkpoint.synthetic;

import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Generates checkpoints of any shape with {@link SeededValues}, in every form that public ones come
 * in. Files are written front to back, so size is bounded by the disk alone.
 */
public final class SyntheticCheckpoint {

  /** A tensor to write: its canonical name decides its values, its file name is in the spec. */
  record Item(String canonical, TensorSpec spec) {}

  private SyntheticCheckpoint() {}

  /**
   * Writes configuration and weights into the folder, which is created.
   *
   * @param tensors canonical names and shapes of what a file of this configuration holds
   */
  public static void write(CheckpointRecipe recipe, Map<String, long[]> tensors, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    ConfigForms.write(recipe, folder);
    List<Item> main = new ArrayList<>();
    List<Item> tower = new ArrayList<>();
    for (Map.Entry<String, long[]> tensor : tensors.entrySet()) {
      String canonical = tensor.getKey();
      if (recipe.tied() && canonical.equals("lm_head.weight")) {
        continue;
      }
      boolean apart = recipe.towerApart() && canonical.startsWith("vision.");
      String name =
          apart
              ? "vision_model." + canonical.substring("vision.".length())
              : recipe.layout().fileName(canonical);
      (apart ? tower : main)
          .add(new Item(canonical, new TensorSpec(name, recipe.type(), tensor.getValue())));
    }
    new ShardWriter(recipe, folder).write(main);
    if (recipe.towerApart()) {
      new ShardWriter(recipe, folder.resolve("tower")).write(tower);
    }
  }
}
