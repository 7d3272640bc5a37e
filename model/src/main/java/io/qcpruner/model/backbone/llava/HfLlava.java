package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.DecoderReader;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.VisionReader;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.model.backbone.BackboneConfig;

/**
 * The LLaVA configurations of Hugging Face: {@code text_config} and {@code vision_config}. The
 * components are what a sparse file leaves out.
 *
 * @param decoder type of the decoder
 * @param featureLayer index into the tower's hidden states
 * @param imageToken placeholder id of image rows
 * @param videoToken placeholder id of video rows, -1 for a model without clips
 * @param innerTie whether {@code text_config.tie_word_embeddings} counts
 */
public record HfLlava(
    DecoderType decoder, int featureLayer, int imageToken, int videoToken, boolean innerTie) {

  /** Whether a configuration has this layout, of whatever family. */
  static boolean hasLayout(ConfigNode config) {
    return config.hasObject("text_config") && config.hasObject("vision_config");
  }

  /** Whether a configuration has this layout and names that type. */
  public static boolean is(ConfigNode config, String modelType) throws ConfigException {
    return hasLayout(config) && config.text("model_type", "").equals(modelType);
  }

  public LlavaConfig read(ConfigNode config) throws ConfigException {
    ConfigNode text = config.object("text_config");
    // transformers passes the inner field on, except in NeXT
    boolean inner = text.flag("tie_word_embeddings", false) && innerTie;
    boolean tied = config.flag("tie_word_embeddings", false) || inner;
    DecoderType type = DecoderType.of(text, decoder);
    DecoderConfig shape = DecoderReader.read(text, type, tied);
    type.fields().refuseRest(text);
    VitConfig vit =
        VisionReader.vit(
            config.object("vision_config"), config.integer("vision_feature_layer", featureLayer));
    checkStrategy(config, vit);
    if (!config.text("projector_hidden_act", "gelu").equals("gelu")) {
      throw config.wrong("projector_hidden_act", "gelu");
    }
    if (!config.flag("multimodal_projector_bias", true)) {
      throw config.wrong("multimodal_projector_bias", "true");
    }
    BackboneConfig backbone =
        new BackboneConfig(
            shape,
            tokenId(config, "image_token_index", "image_token_id", imageToken),
            videoToken < 0
                ? -1
                : tokenId(config, "video_token_index", "video_token_id", videoToken),
            -1,
            -1,
            shape.maxPositions());
    return new LlavaConfig(backbone, vit);
  }

  private static int tokenId(ConfigNode config, String name, String alias, int fallback)
      throws ConfigException {
    int aliased = config.integer(alias, fallback);
    int id = config.integer(name, aliased);
    if (config.has(alias) && id != aliased) {
      throw config.wrong(alias, "absent or the " + name + " " + id);
    }
    return id;
  }

  /** Every tower row is a patch: CLIP drops its class row, SigLIP has none to drop. */
  private static void checkStrategy(ConfigNode config, VitConfig vision) throws ConfigException {
    boolean clip = vision.kind() == VitConfig.Kind.CLIP;
    String wanted = clip ? "default" : "full";
    if (!config.text("vision_feature_select_strategy", wanted).equals(wanted)) {
      throw config.wrong("vision_feature_select_strategy", wanted + " with " + vision.kind());
    }
  }
}
