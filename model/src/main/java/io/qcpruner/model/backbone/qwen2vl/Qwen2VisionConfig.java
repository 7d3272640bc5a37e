package io.qcpruner.model.backbone.qwen2vl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.HiddenActivation;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.config.RopeReader;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.model.backbone.qwen.PatchSizes;

/**
 * Shape of the tower of Qwen2-VL. Its files call the tower's width {@code embed_dim}; their {@code
 * hidden_size} is the width after the merger.
 */
record Qwen2VisionConfig(
    int width,
    int intermediateSize,
    int depth,
    int heads,
    PatchSizes sizes,
    int outWidth,
    HiddenActivation activation,
    double ropeTheta) {

  static Qwen2VisionConfig read(ConfigNode vision) throws ConfigException {
    int width = vision.size("embed_dim", 1280);
    Qwen2VisionConfig config =
        new Qwen2VisionConfig(
            width,
            Math.multiplyExact(width, vision.layers("mlp_ratio", 4)),
            vision.layers("depth", 32),
            vision.size("num_heads", 16),
            PatchSizes.read(vision, 14),
            vision.size("hidden_size", 3584),
            HiddenActivation.read(vision, "hidden_act", HiddenActivation.QUICK_GELU),
            RopeReader.axialTheta(vision, 10000));
    KnownFields.QWEN_VISION.refuseRest(vision);
    if (width % (4 * config.heads) != 0) {
      // the two-axis rotary angles take a quarter of the head each
      throw vision.wrong("embed_dim", "a multiple of four times the heads, " + 4 * config.heads);
    }
    return config;
  }

  /** Adds the tower's tensors. */
  TensorInventory addTo(TensorInventory inventory) {
    long d = width;
    long p = sizes.patch();
    inventory.add("vision.patch_embed.proj.weight", d, 3, sizes.time(), p, p);
    for (int i = 0; i < depth; i++) {
      String block = "vision.blocks." + i;
      inventory
          .norm(block + ".norm1", d)
          .norm(block + ".norm2", d)
          .linear(block + ".attn.qkv", 3 * d, d)
          .linear(block + ".attn.proj", d, d)
          .linear(block + ".mlp.fc1", intermediateSize, d)
          .linear(block + ".mlp.fc2", d, intermediateSize);
    }
    long merged = d * sizes.merge() * sizes.merge();
    return inventory
        .norm("vision.merger.ln_q", d)
        .linear("vision.merger.mlp.0", merged, merged)
        .linear("vision.merger.mlp.2", outWidth, merged);
  }
}
