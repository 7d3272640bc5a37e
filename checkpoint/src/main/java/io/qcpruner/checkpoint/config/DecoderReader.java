package io.qcpruner.checkpoint.config;

import io.qcpruner.checkpoint.config.DecoderType.Option;

/** Reads decoder keys; fields that a file leaves out have the defaults of its decoder type. */
public final class DecoderReader {
  private DecoderReader() {}

  public static DecoderConfig read(ConfigNode text, DecoderType type, boolean tied)
      throws ConfigException {
    DecoderConfig d = type.defaults();
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
    if (type.has(Option.HEADS_FILL_ROWS) && headDim * heads != hidden) {
      throw text.wrong("head_dim", "hidden_size / num_attention_heads, " + hidden / heads);
    }
    int layers = text.layers("num_hidden_layers", d.layers());
    int maxPositions = text.size("max_position_embeddings", d.maxPositions());
    RopeReader rope = new RopeReader(text, headDim, maxPositions);
    boolean attentionBias = type.has(Option.ATTENTION_BIAS) && text.flag("attention_bias", false);
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
            .mlpBias(type.has(Option.MLP_BIAS) && text.flag("mlp_bias", false))
            .headNorms(d.headNorms())
            .interleavedAxes(d.interleavedAxes())
            .windows(type.windows().read(text, layers))
            .build();
    if (d.interleavedAxes()) {
      rope.acceptInterleaving();
    }
    rope.refuseRest();
    return config;
  }
}
