package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.HiddenActivation;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.config.RopeReader;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.model.backbone.qwen.PatchSizes;

/** Shape of the windowed tower of Qwen2.5-VL; its merger is the projector. */
record QwenVisionConfig(
    int hiddenSize,
    int intermediateSize,
    int depth,
    int heads,
    PatchSizes sizes,
    int windowSize,
    int[] fullAttentionBlocks,
    int outHiddenSize,
    int tokensPerSecond,
    HiddenActivation activation,
    double ropeTheta) {

  static QwenVisionConfig read(ConfigNode vision) throws ConfigException {
    QwenVisionConfig config =
        new QwenVisionConfig(
            vision.requiredSize("hidden_size"),
            vision.size("intermediate_size", 3420),
            vision.layers("depth", 32),
            vision.size("num_heads", 16),
            PatchSizes.read(vision, 14),
            vision.size("window_size", 112),
            vision.integers("fullatt_block_indexes", 7, 15, 23, 31),
            vision.size("out_hidden_size", 3584),
            vision.size("tokens_per_second", 4),
            HiddenActivation.read(vision, "hidden_act", HiddenActivation.SILU),
            RopeReader.axialTheta(vision, 10000));
    if (config.windowSize / config.sizes.unit() < 1) {
      throw vision.wrong("window_size", "at least one merged patch");
    }
    KnownFields.QWEN_VISION.refuseRest(vision);
    if (config.hiddenSize % (4 * config.heads) != 0) {
      // the two-axis rotary angles take a quarter of the head each
      throw vision.wrong("hidden_size", "a multiple of four times the heads, " + 4 * config.heads);
    }
    return config;
  }

  /** Adds the tower's tensors. */
  TensorInventory addTo(TensorInventory inventory) {
    long d = hiddenSize;
    long m = intermediateSize;
    long p = sizes.patch();
    inventory.add("vision.patch_embed.proj.weight", d, 3, sizes.time(), p, p);
    for (int i = 0; i < depth; i++) {
      String block = "vision.blocks." + i;
      inventory
          .add(block + ".norm1.weight", d)
          .add(block + ".norm2.weight", d)
          .linear(block + ".attn.qkv", 3 * d, d)
          .linear(block + ".attn.proj", d, d)
          .linear(block + ".mlp.gate_proj", m, d)
          .linear(block + ".mlp.up_proj", m, d)
          .linear(block + ".mlp.down_proj", d, m);
    }
    long merged = d * sizes.merge() * sizes.merge();
    return inventory
        .add("vision.merger.ln_q.weight", d)
        .linear("vision.merger.mlp.0", merged, merged)
        .linear("vision.merger.mlp.2", outHiddenSize, merged);
  }
}
