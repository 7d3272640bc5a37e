package io.qcpruner.checkpoint.config;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Reads decoder keys; fields that a file leaves out have the defaults of its decoder type. */
public final class DecoderReader {
  /** Rows of a window whose size the file leaves out. */
  private static final int DEFAULT_WINDOW = 4096;

  private static final String FULL = "full_attention";
  private static final String SLIDING = "sliding_attention";

  private DecoderReader() {}

  /** What a sparse file leaves out. */
  public enum Defaults {
    LLAMA(
        DecoderConfig.sized(4096, 11008, 32)
            .heads(32, 0, 0)
            .vocabulary(32000)
            .rmsEps(1e-6)
            .maxPositions(2048)
            .build()),
    MISTRAL(
        DecoderConfig.sized(4096, 14336, 32)
            .heads(32, 8, 0)
            .vocabulary(32000)
            .rmsEps(1e-6)
            .maxPositions(131072)
            .build()),
    QWEN2(
        DecoderConfig.sized(4096, 22016, 32)
            .heads(32, 32, 0)
            .vocabulary(151936)
            .rmsEps(1e-6)
            .qkvBias(true)
            .maxPositions(32768)
            .build()),
    /** The decoder of Qwen2-VL and Qwen2.5-VL: positions count time, height and width. */
    QWEN2_THREE_AXES(
        DecoderConfig.sized(8192, 29568, 80)
            .heads(64, 8, 0)
            .vocabulary(152064)
            .ropeTheta(1e6)
            .mropeSection(16, 24, 24)
            .qkvBias(true)
            .maxPositions(32768)
            .build()),
    /** Text decoders with a norm for every head, such as that of InternVL 3.5. */
    QWEN3(
        DecoderConfig.sized(4096, 22016, 32)
            .heads(32, 32, 128)
            .vocabulary(151936)
            .rmsEps(1e-6)
            .headNorms(true)
            .maxPositions(32768)
            .build()),
    /** The decoder of Qwen3-VL: positions count time, height and width, slot by slot. */
    QWEN3_THREE_AXES(
        DecoderConfig.sized(4096, 22016, 32)
            .heads(32, 32, 128)
            .vocabulary(151936)
            .rmsEps(1e-6)
            .ropeTheta(5e5)
            .mropeSection(24, 20, 20)
            .headNorms(true)
            .interleavedAxes(true)
            .maxPositions(128000)
            .build());

    private final DecoderConfig values;

    Defaults(DecoderConfig values) {
      this.values = values;
    }

    /** Fields of this type that are not read. */
    public FieldList fields() {
      return this == QWEN2 || this == QWEN2_THREE_AXES || this == QWEN3
          ? KnownFields.QWEN_DECODER
          : KnownFields.DECODER;
    }
  }

  /** The decoder type that a {@code model_type} names. */
  public static Defaults defaults(ConfigNode text, Defaults fallback) throws ConfigException {
    if (!text.has("model_type")) {
      return fallback;
    }
    return switch (text.text("model_type", "")) {
      case "llama" -> Defaults.LLAMA;
      case "mistral" -> Defaults.MISTRAL;
      case "qwen2" -> Defaults.QWEN2;
      case "qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text" ->
          Defaults.QWEN2_THREE_AXES;
      case "qwen3" -> Defaults.QWEN3;
      case "qwen3_vl", "qwen3_vl_text" -> Defaults.QWEN3_THREE_AXES;
      default ->
          throw text.wrong(
              "model_type",
              "a known decoder type (llama, mistral, qwen2, qwen2_vl, qwen2_5_vl, qwen3, qwen3_vl)");
    };
  }

  public static DecoderConfig read(ConfigNode text, Defaults defaults, boolean tied)
      throws ConfigException {
    DecoderConfig d = defaults.values;
    String activation = text.text("hidden_act", "silu");
    if (!activation.equals("silu")) {
      throw text.wrong("hidden_act", "silu");
    }
    int hidden = text.size("hidden_size", d.hiddenSize());
    int heads = text.size("num_attention_heads", d.heads());
    int kvHeads = text.size("num_key_value_heads", d.kvHeads() == 0 ? heads : d.kvHeads());
    if (heads % kvHeads != 0) {
      throw text.wrong("num_key_value_heads", "a divisor of the " + heads + " attention heads");
    }
    boolean given = text.has("head_dim") || d.headNorms();
    if (!given && hidden % heads != 0) {
      throw text.wrong("num_attention_heads", "a divisor of hidden_size " + hidden);
    }
    int headDim = text.size("head_dim", d.headNorms() ? d.headDim() : hidden / heads);
    if (headDim % 2 != 0) {
      throw text.wrong(
          text.has("head_dim") ? "head_dim" : "num_attention_heads",
          "such that heads have an even dimension, not " + headDim);
    }
    boolean threeAxes = d.axes() > 1;
    if (defaults == Defaults.QWEN2_THREE_AXES && headDim * heads != hidden) {
      throw text.wrong("head_dim", "hidden_size / num_attention_heads, " + hidden / heads);
    }
    int layers = text.layers("num_hidden_layers", d.layers());
    int maxPositions = text.size("max_position_embeddings", d.maxPositions());
    RopeReader rope = new RopeReader(text, headDim, maxPositions);
    boolean llama = defaults == Defaults.LLAMA;
    boolean attentionBias = (llama || d.headNorms()) && text.flag("attention_bias", false);
    DecoderConfig config =
        DecoderConfig.sized(hidden, text.size("intermediate_size", d.intermediateSize()), layers)
            .heads(heads, kvHeads, headDim)
            .vocabulary(text.size("vocab_size", d.vocabSize()))
            .rmsEps(text.positive("rms_norm_eps", d.rmsEps(), 1))
            .ropeTheta(rope.theta(d.ropeTheta()))
            .mropeSection(threeAxes ? rope.sections(d.mropeSection()) : new int[0])
            .qkvBias(d.qkvBias() || attentionBias)
            .tiedHead(tied)
            .maxPositions(maxPositions)
            .ropeScaling(rope.scaling())
            .outputBias(attentionBias)
            .mlpBias(llama && text.flag("mlp_bias", false))
            .headNorms(d.headNorms())
            .interleavedAxes(d.interleavedAxes())
            .windows(windows(text, defaults, layers))
            .build();
    if (d.interleavedAxes()) {
      rope.acceptInterleaving();
    }
    rope.refuseRest();
    return config;
  }

  /** The windows of all layers; empty if every layer sees everything. */
  private static List<Integer> windows(ConfigNode text, Defaults defaults, int layers)
      throws ConfigException {
    if (defaults == Defaults.MISTRAL) {
      // a file that says null has no window, one that says nothing has the default
      boolean none = text.names().contains("sliding_window") && !text.has("sliding_window");
      return none
          ? none(text, layers)
          : Collections.nCopies(layers, text.size("sliding_window", DEFAULT_WINDOW));
    }
    boolean none = defaults == Defaults.LLAMA || defaults == Defaults.QWEN3_THREE_AXES;
    if (none || !text.flag("use_sliding_window", false)) {
      return none(text, layers);
    }
    int window = text.size("sliding_window", DEFAULT_WINDOW);
    if (text.has("layer_types")) {
      return layerTypes(text, layers).stream().map(t -> t.equals(SLIDING) ? window : 0).toList();
    }
    int first = text.integer("max_window_layers", defaults == Defaults.QWEN2_THREE_AXES ? 80 : 28);
    return IntStream.range(0, layers).mapToObj(i -> i >= first ? window : 0).toList();
  }

  private static List<String> layerTypes(ConfigNode text, int layers) throws ConfigException {
    List<String> types = text.texts("layer_types");
    boolean known = types.stream().allMatch(t -> t.equals(SLIDING) || t.equals(FULL));
    if (!known || types.size() != layers) {
      throw text.wrong("layer_types", layers + " times " + FULL + " or " + SLIDING);
    }
    return types;
  }

  /** Without windows the layers may still be listed. */
  private static List<Integer> none(ConfigNode text, int layers) throws ConfigException {
    if (text.has("layer_types") && layerTypes(text, layers).contains(SLIDING)) {
      throw text.wrong("layer_types", FULL + " without a sliding window");
    }
    return List.of();
  }
}
