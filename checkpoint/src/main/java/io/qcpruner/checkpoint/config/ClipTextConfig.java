package io.qcpruner.checkpoint.config;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Shape of the text half of a CLIP checkpoint, from the {@code text_config} of its config.json.
 *
 * @param contextLength rows of the position table; longer texts are cut into rows of this length
 * @param projectionDim width of the joint image-text space
 */
public record ClipTextConfig(
    int hiddenSize,
    int intermediateSize,
    int layers,
    int heads,
    int vocabSize,
    int contextLength,
    int projectionDim,
    double layerNormEps) {

  public static ClipTextConfig read(Path folder) throws IOException {
    return read(ConfigNode.read(folder.resolve("config.json")));
  }

  /** The shape that a whole CLIP configuration describes. */
  public static ClipTextConfig read(ConfigNode root) throws ConfigException {
    ConfigNode text = root.object("text_config");
    return new ClipTextConfig(
        text.size("hidden_size", 512),
        text.size("intermediate_size", 2048),
        text.size("num_hidden_layers", 12),
        text.size("num_attention_heads", 8),
        text.size("vocab_size", 49408),
        text.size("max_position_embeddings", 77),
        root.size("projection_dim", text.size("projection_dim", 512)),
        text.number("layer_norm_eps", 1e-5));
  }
}
