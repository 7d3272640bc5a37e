package io.qcpruner.model.backbone.internvl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.HiddenActivation;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.weights.TensorInventory;

/**
 * Shape of InternViT.
 *
 * @param inputBias whether queries, keys and values have a bias
 */
record InternVisionConfig(
    int width,
    int intermediateSize,
    int depth,
    int heads,
    int imageSize,
    int patchSize,
    boolean inputBias,
    double eps,
    HiddenActivation activation) {

  static InternVisionConfig read(ConfigNode vision) throws ConfigException {
    if (!vision.text("model_type", "internvl_vision").equals("internvl_vision")) {
      throw vision.wrong("model_type", "internvl_vision");
    }
    InternVisionConfig config =
        new InternVisionConfig(
            vision.size("hidden_size", 1024),
            vision.size("intermediate_size", 4096),
            vision.layers("num_hidden_layers", 24),
            vision.size("num_attention_heads", 16),
            side(vision, "image_size", 448),
            side(vision, "patch_size", 14),
            vision.flag("attention_bias", false),
            vision.positive("layer_norm_eps", 1e-6, 1),
            HiddenActivation.read(vision, "hidden_act", HiddenActivation.GELU));
    if (vision.integer("num_channels", 3) != 3) {
      throw vision.wrong("num_channels", "3");
    }
    KnownFields.INTERNVL_VISION.refuseRest(vision);
    if (config.width % config.heads != 0) {
      throw vision.wrong("num_attention_heads", "a divisor of hidden_size " + config.width);
    }
    if (config.grid() < 1) {
      throw vision.wrong("patch_size", "at most the image_size " + config.imageSize);
    }
    return config;
  }

  /** A number, or a pair of two equal ones. */
  private static int side(ConfigNode vision, String field, int fallback) throws ConfigException {
    String raw = vision.raw(field);
    if (raw == null || !raw.startsWith("[")) {
      return vision.size(field, fallback);
    }
    int[] pair = vision.integers(field);
    if (pair.length != 2 || pair[0] != pair[1] || pair[0] < 1 || pair[0] > MAX_SIDE) {
      throw vision.wrong(field, "a side or two equal ones, up to " + MAX_SIDE);
    }
    return pair[0];
  }

  private static final int MAX_SIDE = 1 << 14;

  /** Patches along one side. */
  int grid() {
    return imageSize / patchSize;
  }

  /** Adds the tower's tensors. */
  TensorInventory addTo(TensorInventory inventory) {
    long d = width;
    inventory
        .add("vision.embeddings.cls_token", 1, 1, d)
        .add("vision.embeddings.patch_embeddings.projection.weight", d, 3, patchSize, patchSize)
        .add("vision.embeddings.patch_embeddings.projection.bias", d)
        .add("vision.embeddings.position_embeddings", 1, 1 + (long) grid() * grid(), d);
    for (int i = 0; i < depth; i++) {
      String layer = "vision.encoder.layer." + i;
      inventory.norm(layer + ".layernorm_before", d).norm(layer + ".layernorm_after", d);
      for (String part : new String[] {"q_proj", "k_proj", "v_proj"}) {
        String name = layer + ".attention." + part;
        inventory.add(name + ".weight", d, d);
        if (inputBias) {
          inventory.add(name + ".bias", d);
        }
      }
      inventory
          .linear(layer + ".attention.projection_layer", d, d)
          .linear(layer + ".mlp.fc1", intermediateSize, d)
          .linear(layer + ".mlp.fc2", d, intermediateSize)
          .add(layer + ".lambda_1", d)
          .add(layer + ".lambda_2", d);
    }
    return inventory;
  }
}
