package io.qcpruner.checkpoint.synthetic;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.ConfigReader;
import io.qcpruner.checkpoint.config.VisionConfig;
import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  /** Writes configuration and weights into the folder, which is created. */
  public static void write(CheckpointRecipe recipe, Path folder) throws IOException {
    Files.createDirectories(folder);
    ConfigForms.write(recipe, folder);
    List<Item> main = new ArrayList<>();
    List<Item> tower = new ArrayList<>();
    for (Map.Entry<String, long[]> tensor : tensors(recipe).entrySet()) {
      String canonical = tensor.getKey();
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

  /** Canonical names and shapes, with the tower parts that inference never runs. */
  static Map<String, long[]> tensors(CheckpointRecipe recipe) throws IOException {
    BackboneConfig config = ConfigReader.parse(recipe.json());
    Map<String, long[]> tensors = new LinkedHashMap<>(TensorInventory.of(runningAllLayers(config)));
    if (config.vision() instanceof VisionConfig.Vit vit) {
      tensors.put("vision.post_layernorm.weight", new long[] {vit.hiddenSize()});
      tensors.put("vision.post_layernorm.bias", new long[] {vit.hiddenSize()});
    }
    if (recipe.tied()) {
      tensors.remove("lm_head.weight");
    }
    return tensors;
  }

  private static BackboneConfig runningAllLayers(BackboneConfig config) {
    if (!(config.vision() instanceof VisionConfig.Vit vit)) {
      return config;
    }
    VisionConfig.Vit all =
        new VisionConfig.Vit(
            vit.kind(),
            vit.hiddenSize(),
            vit.intermediateSize(),
            vit.layers(),
            vit.layers(),
            vit.heads(),
            vit.imageSize(),
            vit.patchSize(),
            vit.layerNormEps());
    return new BackboneConfig(
        config.family(),
        config.decoder(),
        all,
        config.imageTokenId(),
        config.videoTokenId(),
        config.visionStartTokenId(),
        config.visionEndTokenId(),
        config.gridPinpoints(),
        config.pinpointsHeightFirst());
  }
}
