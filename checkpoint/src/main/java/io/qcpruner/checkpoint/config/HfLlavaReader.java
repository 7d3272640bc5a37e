package io.qcpruner.checkpoint.config;

/** The LLaVA configurations of Hugging Face: {@code text_config} and {@code vision_config}. */
final class HfLlavaReader {
  private HfLlavaReader() {}

  static BackboneConfig read(ConfigNode config, String type, String known) throws ConfigException {
    Family family =
        switch (type) {
          case "llava" -> Family.LLAVA_1_5;
          case "llava_next" -> Family.LLAVA_NEXT;
          case "llava_onevision" -> Family.LLAVA_VIDEO;
          default -> throw ConfigReader.unknown(config, type, known);
        };
    boolean video = family == Family.LLAVA_VIDEO;
    ConfigNode text = config.object("text_config");
    boolean tied = config.flag("tie_word_embeddings", text.flag("tie_word_embeddings", false));
    DecoderConfig decoder =
        DecoderReader.read(text, DecoderReader.defaults(text, video ? "qwen2" : "llama"), tied);
    VisionConfig.Vit vision =
        VisionReader.vit(
            config.object("vision_config"),
            config.integer("vision_feature_layer", video ? -1 : -2));
    checkStrategy(config, vision);
    if (!config.text("projector_hidden_act", "gelu").equals("gelu")) {
      throw config.wrong("projector_hidden_act", "gelu");
    }
    if (!config.flag("multimodal_projector_bias", true)) {
      throw config.wrong("multimodal_projector_bias", "true");
    }
    return new BackboneConfig(
        family,
        decoder,
        vision,
        tokenId(config, "image_token_index", "image_token_id", video ? 151646 : 32000),
        video ? tokenId(config, "video_token_index", "video_token_id", 151647) : -1,
        -1,
        -1,
        family == Family.LLAVA_NEXT ? Pinpoints.read(config, "image_grid_pinpoints") : new int[0][],
        true,
        video
            ? new VideoTokens(VideoTokens.Pool.BILINEAR, 2, VideoTokens.Newlines.ONE_TOKEN)
            : null,
        decoder.maxPositions());
  }

  private static int tokenId(ConfigNode config, String name, String alias, int fallback)
      throws ConfigException {
    return config.integer(name, config.integer(alias, fallback));
  }

  /** Every tower row is a patch: CLIP drops its class row, SigLIP has none to drop. */
  private static void checkStrategy(ConfigNode config, VisionConfig.Vit vision)
      throws ConfigException {
    boolean clip = vision.kind() == VisionConfig.Vit.Kind.CLIP;
    String wanted = clip ? "default" : "full";
    if (!config.text("vision_feature_select_strategy", wanted).equals(wanted)) {
      throw config.wrong("vision_feature_select_strategy", wanted + " with " + vision.kind());
    }
  }
}
