package io.qcpruner.checkpoint.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads a checkpoint folder's {@code config.json}, whichever program wrote it. */
public final class ConfigReader {
  private static final String KNOWN =
      "known are llava, llava_llama, llava_next, llava_onevision, llava_qwen and qwen2_5_vl";

  private ConfigReader() {}

  /** The configuration of a checkpoint that holds its own vision tower. */
  public static BackboneConfig read(Path folder) throws IOException {
    return read(folder, null, OptionalInt.empty());
  }

  /**
   * The configuration of a checkpoint.
   *
   * @param towerFolder the checkpoint that {@code mm_vision_tower} names, for original LLaVA
   *     layouts; null when there is none, then the built-in sizes of that tower are used
   * @param storedTowerLayers how many tower layers the main checkpoint holds itself; matters for
   *     LLaVA-Video, whose tower lost its last layer before training
   */
  public static BackboneConfig read(Path folder, Path towerFolder, OptionalInt storedTowerLayers)
      throws IOException {
    return read(ConfigNode.read(folder.resolve("config.json")), towerFolder, storedTowerLayers);
  }

  /** The separate tower that an original LLaVA configuration names, such as a hub's ORG/NAME. */
  public static Optional<String> namedTower(Path folder) throws IOException {
    ConfigNode config = ConfigNode.read(folder.resolve("config.json"));
    return Optional.ofNullable(config.text("mm_vision_tower", null));
  }

  /** The configuration in a text, such as a generator is about to write. */
  public static BackboneConfig parse(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return read(ConfigNode.parse(Path.of("config.json"), bytes), null, OptionalInt.empty());
  }

  private static BackboneConfig read(
      ConfigNode config, Path towerFolder, OptionalInt storedTowerLayers) throws IOException {
    String type = config.text("model_type", "");
    if (type.equals("qwen2_5_vl")) {
      return qwen(config);
    }
    if (config.hasObject("text_config") && config.hasObject("vision_config")) {
      return HfLlavaReader.read(config, type, KNOWN);
    }
    // the type alone does not tell: "llava" is used by both programs
    if (config.has("mm_vision_tower")) {
      ConfigNode tower =
          towerFolder == null ? null : ConfigNode.read(towerFolder.resolve("config.json"));
      return OriginalLlavaReader.read(config, type, tower, storedTowerLayers, KNOWN);
    }
    throw unknown(config, type, KNOWN);
  }

  static ConfigException unknown(ConfigNode config, String type, String known) {
    return type.isEmpty()
        ? new ConfigException(config.file() + ": model_type is missing; " + known)
        : new ConfigException(
            "%s: unknown model_type %s; %s".formatted(config.file(), type, known));
  }

  private static BackboneConfig qwen(ConfigNode config) throws ConfigException {
    // the hub file is flat; newer programs nest the decoder keys
    ConfigNode text = config.hasObject("text_config") ? config.object("text_config") : config;
    boolean tied = config.flag("tie_word_embeddings", text.flag("tie_word_embeddings", false));
    DecoderConfig decoder = DecoderReader.read(text, DecoderReader.Defaults.QWEN2_5_VL, tied);
    VisionConfig.Qwen vision = VisionReader.qwen(config.object("vision_config"));
    if (vision.outHiddenSize() != decoder.hiddenSize()) {
      throw new ConfigException(
          "%s: vision_config.out_hidden_size %d differs from the decoder's hidden_size %d"
              .formatted(config.file(), vision.outHiddenSize(), decoder.hiddenSize()));
    }
    return new BackboneConfig(
        Family.QWEN2_5_VL,
        decoder,
        vision,
        config.integer("image_token_id", 151655),
        config.integer("video_token_id", 151656),
        config.integer("vision_start_token_id", 151652),
        config.integer("vision_end_token_id", 151653),
        new int[0][],
        true);
  }
}
