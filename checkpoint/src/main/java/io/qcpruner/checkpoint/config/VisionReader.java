package io.qcpruner.checkpoint.config;

import io.qcpruner.checkpoint.config.VitConfig.Kind;
import java.util.List;

/** Reads the keys of plain vision towers. */
public final class VisionReader {
  private static final List<String> IDEFICS_TYPES =
      List.of("smolvlm_vision", "idefics3_vision", "smolvlm", "idefics3");

  private VisionReader() {}

  /** CLIP ViT-L/14-336: the tower of LLaVA-1.5 and NeXT when no tower config is at hand. */
  public static final VitConfig CLIP_L_336 =
      VitConfig.of(Kind.CLIP)
          .widths(1024, 4096)
          .layers(24, 23)
          .heads(16)
          .image(336, 14)
          .layerNormEps(1e-5)
          .build();

  /** SigLIP so400m/14-384: the tower of LLaVA-Video. */
  public static final VitConfig SIGLIP_SO400M =
      VitConfig.of(Kind.SIGLIP)
          .widths(1152, 4304)
          .layers(27, 26)
          .heads(16)
          .image(384, 14)
          .layerNormEps(1e-6)
          .build();

  /**
   * A CLIP or SigLIP tower.
   *
   * @param featureLayer index into the hidden states: -1 is the output of the last layer
   */
  public static VitConfig vit(ConfigNode vision, int featureLayer) throws ConfigException {
    Kind kind = kind(vision);
    int layers = vision.layers("num_hidden_layers", 12);
    int run = featureLayer < 0 ? layers + 1 + featureLayer : featureLayer;
    if (run < 1 || run > layers) {
      throw new ConfigException(
          "%s: feature layer %d does not exist in a tower of %d layers"
              .formatted(vision.file(), featureLayer, layers));
    }
    VitConfig vit =
        VitConfig.of(kind)
            .widths(vision.size("hidden_size", 768), vision.size("intermediate_size", 3072))
            .layers(layers, run)
            .heads(vision.size("num_attention_heads", 12))
            .image(
                vision.size("image_size", 224),
                vision.size("patch_size", kind == Kind.CLIP ? 32 : 16))
            .layerNormEps(vision.positive("layer_norm_eps", kind == Kind.CLIP ? 1e-5 : 1e-6, 1))
            .activation(HiddenActivation.read(vision, "hidden_act", kind.activation()))
            .build();
    return checked(vit, vision, KnownFields.VIT);
  }

  /** The tower of SmolVLM and Idefics3: SigLIP's, run to its end. */
  public static VitConfig idefics(ConfigNode vision) throws ConfigException {
    String type = vision.text("model_type", "smolvlm_vision");
    if (!IDEFICS_TYPES.contains(type)) {
      throw vision.wrong("model_type", String.join(" or ", IDEFICS_TYPES));
    }
    int layers = vision.layers("num_hidden_layers", 12);
    VitConfig vit =
        VitConfig.of(Kind.SIGLIP)
            .widths(vision.size("hidden_size", 1152), vision.size("intermediate_size", 3072))
            .layers(layers, layers)
            .heads(vision.size("num_attention_heads", 16))
            .image(vision.size("image_size", 224), vision.size("patch_size", 32))
            .layerNormEps(vision.positive("layer_norm_eps", 1e-6, 1))
            .activation(HiddenActivation.read(vision, "hidden_act", Kind.SIGLIP.activation()))
            .build();
    return checked(vit, vision, KnownFields.IDEFICS_VISION);
  }

  private static VitConfig checked(VitConfig vit, ConfigNode vision, FieldList known)
      throws ConfigException {
    if (vision.integer("num_channels", 3) != 3) {
      throw vision.wrong("num_channels", "3");
    }
    known.refuseRest(vision);
    if (vit.hiddenSize() % vit.heads() != 0) {
      throw vision.wrong("num_attention_heads", "a divisor of hidden_size " + vit.hiddenSize());
    }
    if (vit.grid() < 1) {
      throw vision.wrong("patch_size", "at most the image size " + vit.imageSize());
    }
    return vit;
  }

  private static Kind kind(ConfigNode vision) throws ConfigException {
    String type = vision.text("model_type", "clip_vision_model");
    return switch (type) {
      case "clip_vision_model", "clip" -> Kind.CLIP;
      case "siglip_vision_model", "siglip" -> Kind.SIGLIP;
      default -> throw vision.wrong("model_type", "clip_vision_model or siglip_vision_model");
    };
  }
}
