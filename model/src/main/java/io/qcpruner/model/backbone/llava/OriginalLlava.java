package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.DecoderReader;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.VisionReader;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.model.backbone.BackboneConfig;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The configurations that the LLaVA authors' own programs write: decoder keys and {@code mm_*}. */
public final class OriginalLlava {
  private static final String TOWER = "mm_vision_tower";

  private OriginalLlava() {}

  /**
   * Whether a configuration has this layout and names one of the types. The type alone does not
   * tell: "llava" is used by Hugging Face as well.
   */
  public static boolean is(ConfigNode config, List<String> modelTypes) throws ConfigException {
    return !HfLlava.hasLayout(config) && config.has(TOWER) && modelTypes.contains(type(config));
  }

  /** Published files of Qwen decoders say "llava" and name the decoder in their architecture. */
  private static String type(ConfigNode config) throws ConfigException {
    String type = config.text("model_type", "");
    boolean qwen = String.valueOf(config.raw("architectures")).contains("LlavaQwen");
    return type.equals("llava") && qwen ? "llava_qwen" : type;
  }

  /** The separate checkpoint of the vision tower. */
  public static Optional<String> namedTower(ConfigNode config) throws ConfigException {
    return HfLlava.hasLayout(config)
        ? Optional.empty()
        : Optional.ofNullable(config.text(TOWER, null));
  }

  /** Whether pictures are cut into tiles. */
  public static boolean hasTiles(ConfigNode config) throws ConfigException {
    return config.text("image_aspect_ratio", "square").startsWith("anyres");
  }

  public static LlavaConfig read(ConfigFiles files, DecoderType defaults) throws ConfigException {
    ConfigNode config = files.config();
    checkProjector(config);
    DecoderConfig decoder =
        DecoderReader.read(config, defaults, config.flag("tie_word_embeddings", false));
    VitConfig vit = vision(files);
    int width = config.size("mm_hidden_size", vit.hiddenSize());
    if (width != vit.hiddenSize()) {
      throw config.wrong("mm_hidden_size", "the tower's width " + vit.hiddenSize());
    }
    String merge = hasTiles(config) || defaults == DecoderType.QWEN2 ? "spatial_unpad" : "flat";
    if (!config.text("mm_patch_merge_type", merge).equals(merge)) {
      throw config.wrong("mm_patch_merge_type", merge);
    }
    int maxRows = config.size("tokenizer_model_max_length", decoder.maxPositions());
    return new LlavaConfig(new BackboneConfig(decoder, -1, -1, -1, -1, maxRows), vit);
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

  private static VitConfig vision(ConfigFiles files) throws ConfigException {
    ConfigNode config = files.config();
    boolean siglip = config.text(TOWER, "").toLowerCase(Locale.ROOT).contains("siglip");
    if (files.tower().isEmpty()) {
      return siglip
          ? stored(VisionReader.SIGLIP_SO400M, files.storedTowerLayers())
          : VisionReader.CLIP_L_336;
    }
    ConfigNode tower = files.tower().get();
    // a stand-alone tower file may be the whole two-tower model
    ConfigNode sizes = tower.hasObject("vision_config") ? tower.object("vision_config") : tower;
    VitConfig all = VisionReader.vit(sizes, -1);
    if (all.kind() == VitConfig.Kind.SIGLIP) {
      return stored(all.running(all.layers() - 1), files.storedTowerLayers());
    }
    return VisionReader.vit(sizes, config.integer("mm_vision_select_layer", -2));
  }

  /**
   * The SigLIP tower lost its last layer before training, and a checkpoint that embeds the tower
   * holds only what is left of it; mm_vision_select_layer is not looked at by that tower class.
   */
  private static VitConfig stored(VitConfig vit, OptionalInt storedLayers) {
    return vit.running(Math.min(vit.layers(), storedLayers.orElse(vit.layersToRun())));
  }
}
