package io.qcpruner.checkpoint.synthetic;

import io.qcpruner.checkpoint.weights.NumberType;

/**
 * A checkpoint to generate.
 *
 * @param json the configuration in the nested form of transformers
 * @param layout which generation of tensor names to write; decides the form of config.json too
 * @param container safetensors or a PyTorch ZIP
 * @param type number type of every tensor
 * @param shardBytes tensors go into a new file when the current one would grow beyond this
 * @param tied leaves the output head out and says so in the configuration, whatever it said
 * @param flat writes Qwen decoder keys at top level, as the hub files do
 * @param towerApart puts the vision tower into the sub-folder {@code tower}, layout A only
 */
public record CheckpointRecipe(
    String json,
    NameLayout layout,
    Container container,
    NumberType type,
    long shardBytes,
    boolean tied,
    boolean flat,
    boolean towerApart) {

  /** File kinds that weights come in. */
  public enum Container {
    SAFETENSORS,
    PYTORCH_ZIP
  }

  public CheckpointRecipe {
    if (!type.isFloat()) {
      throw new IllegalArgumentException("weights can't be of type " + type);
    }
    if (shardBytes < 1) {
      throw new IllegalArgumentException("shard size must be positive, was " + shardBytes);
    }
    if (towerApart && layout != NameLayout.A) {
      throw new IllegalArgumentException("only layout A keeps its tower apart, not " + layout);
    }
  }

  /** One float32 safetensors file in the given naming. */
  public static CheckpointRecipe of(String json, NameLayout layout) {
    return new CheckpointRecipe(
        json, layout, Container.SAFETENSORS, NumberType.F32, Long.MAX_VALUE, false, false, false);
  }

  public CheckpointRecipe with(Container other) {
    return new CheckpointRecipe(json, layout, other, type, shardBytes, tied, flat, towerApart);
  }

  public CheckpointRecipe with(NumberType other) {
    return new CheckpointRecipe(json, layout, container, other, shardBytes, tied, flat, towerApart);
  }

  public CheckpointRecipe withShards(long bytes) {
    return new CheckpointRecipe(json, layout, container, type, bytes, tied, flat, towerApart);
  }

  public CheckpointRecipe withTiedHead() {
    return new CheckpointRecipe(json, layout, container, type, shardBytes, true, flat, towerApart);
  }

  public CheckpointRecipe withFlatConfig() {
    return new CheckpointRecipe(json, layout, container, type, shardBytes, tied, true, towerApart);
  }

  public CheckpointRecipe withTowerApart() {
    return new CheckpointRecipe(json, layout, container, type, shardBytes, tied, flat, true);
  }
}
