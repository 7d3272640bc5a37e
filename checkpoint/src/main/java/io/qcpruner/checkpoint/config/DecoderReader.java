package io.qcpruner.checkpoint.config;

import java.util.Arrays;

/** Reads decoder keys; fields that a file leaves out have the defaults of its decoder type. */
public final class DecoderReader {
  private DecoderReader() {}

  /** What a sparse file leaves out. */
  public enum Defaults {
    LLAMA(
        new DecoderConfig(
            4096, 11008, 32, 32, 0, 0, 32000, 1e-6, 1e4, new int[0], false, false, 2048)),
    QWEN2(
        new DecoderConfig(
            4096, 22016, 32, 32, 32, 0, 151936, 1e-6, 1e4, new int[0], true, false, 32768)),
    /** The decoder of Qwen2.5-VL: positions count time, height and width. */
    QWEN2_THREE_AXES(
        new DecoderConfig(
            8192,
            29568,
            80,
            64,
            8,
            0,
            152064,
            1e-5,
            1e6,
            new int[] {16, 24, 24},
            true,
            false,
            32768));

    private final DecoderConfig values;

    Defaults(DecoderConfig values) {
      this.values = values;
    }
  }

  /** The decoder type that a {@code model_type} names. */
  public static Defaults defaults(ConfigNode text, Defaults fallback) throws ConfigException {
    if (!text.has("model_type")) {
      return fallback;
    }
    return switch (text.text("model_type", "")) {
      case "llama" -> Defaults.LLAMA;
      case "qwen2" -> Defaults.QWEN2;
      case "qwen2_5_vl", "qwen2_5_vl_text" -> Defaults.QWEN2_THREE_AXES;
      default -> throw text.wrong("model_type", "a known decoder type (llama, qwen2, qwen2_5_vl)");
    };
  }

  public static DecoderConfig read(ConfigNode text, Defaults defaults, boolean tied)
      throws ConfigException {
    DecoderConfig d = defaults.values;
    String activation = text.text("hidden_act", "silu");
    if (!activation.equals("silu")) {
      throw text.wrong("hidden_act", "silu");
    }
    if (text.flag("use_sliding_window", false)) {
      throw text.wrong("use_sliding_window", "false (windowed decoders are not supported)");
    }
    int hidden = text.size("hidden_size", d.hiddenSize());
    int heads = text.size("num_attention_heads", d.heads());
    int kvHeads = text.size("num_key_value_heads", d.kvHeads() == 0 ? heads : d.kvHeads());
    if (heads % kvHeads != 0) {
      throw text.wrong("num_key_value_heads", "a divisor of the " + heads + " attention heads");
    }
    if (!text.has("head_dim") && hidden % heads != 0) {
      throw text.wrong("num_attention_heads", "a divisor of hidden_size " + hidden);
    }
    int headDim = text.size("head_dim", hidden / heads);
    return new DecoderConfig(
        hidden,
        text.size("intermediate_size", d.intermediateSize()),
        text.layers("num_hidden_layers", d.layers()),
        heads,
        kvHeads,
        headDim,
        text.size("vocab_size", d.vocabSize()),
        text.positive("rms_norm_eps", d.rmsEps(), 1),
        ropeTheta(text, d.ropeTheta()),
        d.mropeSection().length > 0 ? sections(text, d, headDim) : noScaling(text),
        d.qkvBias(),
        tied,
        text.size("max_position_embeddings", d.maxPositions()));
  }

  private static double ropeTheta(ConfigNode text, double fallback) throws ConfigException {
    double nested = text.object("rope_parameters").positive("rope_theta", fallback, 1e15);
    return text.positive("rope_theta", nested, 1e15);
  }

  private static int[] sections(ConfigNode text, DecoderConfig d, int headDim)
      throws ConfigException {
    ConfigNode rope = text.object(text.has("rope_scaling") ? "rope_scaling" : "rope_parameters");
    int[] sections = rope.integers("mrope_section", d.mropeSection());
    if (sections.length != 3 || Arrays.stream(sections).sum() * 2 != headDim) {
      throw rope.wrong(
          "mrope_section", "three counts that add up to half the head dimension " + headDim);
    }
    return sections;
  }

  private static int[] noScaling(ConfigNode text) throws ConfigException {
    ConfigNode rope = text.object(text.has("rope_scaling") ? "rope_scaling" : "rope_parameters");
    String type = rope.text("rope_type", rope.text("type", "default"));
    if (!type.equals("default")) {
      throw rope.wrong(rope.has("rope_type") ? "rope_type" : "type", "default");
    }
    return new int[0];
  }
}
