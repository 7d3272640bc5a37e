package io.qcpruner.checkpoint.config;

import io.qcpruner.checkpoint.config.VisionConfig.Vit;
import java.util.Locale;
import java.util.OptionalInt;

/** The configurations that the LLaVA authors' own programs write: decoder keys and {@code mm_*}. */
final class OriginalLlavaReader {
  private OriginalLlavaReader() {}

  static BackboneConfig read(
      ConfigNode config, String type, ConfigNode tower, OptionalInt storedLayers, String known)
      throws ConfigException {
    Family family =
        switch (type) {
          case "llava", "llava_llama" -> imageFamily(config);
          case "llava_qwen" -> Family.LLAVA_VIDEO;
          default -> throw ConfigReader.unknown(config, type, known);
        };
    checkProjector(config);
    DecoderConfig decoder =
        DecoderReader.read(
            config,
            DecoderReader.defaults(config, type),
            config.flag("tie_word_embeddings", false));
    Vit vision = vision(config, tower, storedLayers);
    int width = config.size("mm_hidden_size", vision.hiddenSize());
    if (width != vision.hiddenSize()) {
      throw config.wrong("mm_hidden_size", "the tower's width " + vision.hiddenSize());
    }
    return new BackboneConfig(
        family,
        decoder,
        vision,
        -1,
        -1,
        -1,
        -1,
        family == Family.LLAVA_NEXT ? Pinpoints.read(config, "image_grid_pinpoints") : new int[0][],
        false,
        family == Family.LLAVA_VIDEO ? videoTokens(config) : null,
        config.size("tokenizer_model_max_length", decoder.maxPositions()));
  }

  private static Family imageFamily(ConfigNode config) throws ConfigException {
    boolean tiles = config.text("image_aspect_ratio", "square").startsWith("anyres");
    return tiles ? Family.LLAVA_NEXT : Family.LLAVA_1_5;
  }

  private static void checkProjector(ConfigNode config) throws ConfigException {
    if (!config.text("mm_projector_type", "mlp2x_gelu").equals("mlp2x_gelu")) {
      throw config.wrong("mm_projector_type", "mlp2x_gelu");
    }
    if (config.flag("mm_use_im_start_end", false)) {
      throw config.wrong("mm_use_im_start_end", "false");
    }
    if (!config.text("mm_vision_select_feature", "patch").equals("patch")) {
      throw config.wrong("mm_vision_select_feature", "patch");
    }
  }

  private static Vit vision(ConfigNode config, ConfigNode tower, OptionalInt storedLayers)
      throws ConfigException {
    String name = config.text("mm_vision_tower", "").toLowerCase(Locale.ROOT);
    boolean siglip = name.contains("siglip");
    if (tower == null) {
      Vit builtIn = siglip ? VisionReader.SIGLIP_SO400M : VisionReader.CLIP_L_336;
      return siglip ? stored(builtIn, storedLayers) : builtIn;
    }
    // a stand-alone tower file may be the whole two-tower model
    ConfigNode sizes = tower.hasObject("vision_config") ? tower.object("vision_config") : tower;
    Vit all = VisionReader.vit(sizes, -1);
    if (all.kind() == Vit.Kind.SIGLIP) {
      return stored(withRun(all, all.layers() - 1), storedLayers);
    }
    return VisionReader.vit(sizes, config.integer("mm_vision_select_layer", -2));
  }

  /**
   * The SigLIP tower lost its last layer before training, and a checkpoint that embeds the tower
   * holds only what is left of it; mm_vision_select_layer is not looked at by that tower class.
   */
  private static Vit stored(Vit vit, OptionalInt storedLayers) {
    int run = Math.min(vit.layers(), storedLayers.orElse(vit.layersToRun()));
    return withRun(vit, run);
  }

  private static Vit withRun(Vit vit, int run) {
    return new Vit(
        vit.kind(),
        vit.hiddenSize(),
        vit.intermediateSize(),
        vit.layers(),
        run,
        vit.heads(),
        vit.imageSize(),
        vit.patchSize(),
        vit.layerNormEps());
  }

  private static VideoTokens videoTokens(ConfigNode config) throws ConfigException {
    String mode = config.text("mm_spatial_pool_mode", "bilinear");
    VideoTokens.Pool pool =
        switch (mode) {
          case "average" -> VideoTokens.Pool.AVERAGE;
          case "max" -> VideoTokens.Pool.MAX;
          case "bilinear" -> VideoTokens.Pool.BILINEAR;
          default -> throw config.wrong("mm_spatial_pool_mode", "average, max or bilinear");
        };
    String position = config.text("mm_newline_position", "grid");
    VideoTokens.Newlines newlines =
        switch (position) {
          case "grid" -> VideoTokens.Newlines.GRID;
          case "frame" -> VideoTokens.Newlines.FRAME;
          case "one_token" -> VideoTokens.Newlines.ONE_TOKEN;
          case "no_token" -> VideoTokens.Newlines.NO_TOKEN;
          default ->
              throw config.wrong("mm_newline_position", "grid, frame, one_token or no_token");
        };
    return new VideoTokens(pool, config.size("mm_spatial_pool_stride", 2), newlines);
  }
}
