package io.qcpruner.model.backbone.qwen3vl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.HiddenActivation;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.config.RopeReader;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.model.backbone.qwen.PatchSizes;
import java.util.stream.IntStream;

/**
 * Shape of the tower of Qwen3-VL.
 *
 * @param positions rows of the learned position table, a square
 * @param deepLayers layers whose rows are merged and added inside the decoder, ascending
 */
record Qwen3VisionConfig(
    int width,
    int intermediateSize,
    int depth,
    int heads,
    PatchSizes sizes,
    int outWidth,
    int positions,
    int[] deepLayers,
    HiddenActivation activation,
    double ropeTheta) {

  static Qwen3VisionConfig read(ConfigNode vision) throws ConfigException {
    int width = vision.size("hidden_size", 1152);
    Qwen3VisionConfig config =
        new Qwen3VisionConfig(
            width,
            vision.size("intermediate_size", 4304),
            vision.layers("depth", 27),
            vision.size("num_heads", 16),
            PatchSizes.read(vision, 16),
            vision.size("out_hidden_size", 3584),
            vision.size("num_position_embeddings", 2304),
            vision.integers("deepstack_visual_indexes", 8, 16, 24),
            HiddenActivation.read(vision, "hidden_act", HiddenActivation.GELU_TANH),
            RopeReader.axialTheta(vision, 10000));
    KnownFields.QWEN_VISION.refuseRest(vision);
    if (width % (4 * config.heads) != 0) {
      // the two-axis rotary angles take a quarter of the head each
      throw vision.wrong("hidden_size", "a multiple of four times the heads, " + 4 * config.heads);
    }
    int[] deep = config.deepLayers;
    boolean ascending = IntStream.range(1, deep.length).allMatch(i -> deep[i - 1] < deep[i]);
    boolean inside = IntStream.of(deep).allMatch(l -> l >= 0 && l < config.depth);
    if (!ascending || !inside) {
      throw vision.wrong(
          "deepstack_visual_indexes", "ascending layers below depth " + config.depth);
    }
    return config;
  }

  /** Rows and columns of the learned position table. */
  int side() {
    return (int) Math.sqrt(positions);
  }

  /** Adds the tower's tensors. */
  TensorInventory addTo(TensorInventory inventory) {
    long d = width;
    long p = sizes.patch();
    inventory
        .add("vision.patch_embed.proj.weight", d, 3, sizes.time(), p, p)
        .add("vision.patch_embed.proj.bias", d)
        .add("vision.pos_embed.weight", positions, d);
    for (int i = 0; i < depth; i++) {
      String block = "vision.blocks." + i;
      inventory
          .norm(block + ".norm1", d)
          .norm(block + ".norm2", d)
          .linear(block + ".attn.qkv", 3 * d, d)
          .linear(block + ".attn.proj", d, d)
          .linear(block + ".mlp.linear_fc1", intermediateSize, d)
          .linear(block + ".mlp.linear_fc2", d, intermediateSize);
    }
    merger(inventory, "vision.merger", d);
    for (int j = 0; j < deepLayers.length; j++) {
      merger(inventory, "vision.deepstack_merger_list." + j, unit());
    }
    return inventory;
  }

  /** Width of the patches of a block, one after another. */
  int unit() {
    return width * sizes.merge() * sizes.merge();
  }

  private void merger(TensorInventory inventory, String name, long normed) {
    inventory
        .norm(name + ".norm", normed)
        .linear(name + ".linear_fc1", unit(), unit())
        .linear(name + ".linear_fc2", outWidth, unit());
  }
}
