package io.qcpruner.checkpoint.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The JSON files of a checkpoint that say how a model is built and fed, parsed but not interpreted.
 *
 * @param config {@code config.json}
 * @param preprocessor how pictures are prepared: {@code image_processor} in {@code
 *     processor_config.json}, where newer programs write it, or {@code preprocessor_config.json}
 * @param video how clips are prepared, if they have a section or file of their own: {@code
 *     video_processor} there, or {@code video_preprocessor_config.json}
 * @param generation {@code generation_config.json}, if there is one
 * @param tower {@code config.json} of the separate vision tower, if one was given
 * @param storedTowerLayers how many layers the tower inside the checkpoint has, if known
 */
public record ConfigFiles(
    ConfigNode config,
    Optional<ConfigNode> preprocessor,
    Optional<ConfigNode> video,
    Optional<ConfigNode> generation,
    Optional<ConfigNode> tower,
    OptionalInt storedTowerLayers) {

  private static final String CONFIG = "config.json";

  /** The files of a checkpoint that holds its own vision tower. */
  public static ConfigFiles read(Path folder) throws IOException {
    return read(folder, null);
  }

  /**
   * The files of a checkpoint.
   *
   * @param towerFolder the separate checkpoint of its vision tower, null when there is none
   */
  public static ConfigFiles read(Path folder, Path towerFolder) throws IOException {
    Optional<ConfigNode> processor = optional(folder.resolve("processor_config.json"));
    return new ConfigFiles(
        ConfigNode.read(folder.resolve(CONFIG)),
        section(processor, "image_processor", folder.resolve("preprocessor_config.json")),
        section(processor, "video_processor", folder.resolve("video_preprocessor_config.json")),
        optional(folder.resolve("generation_config.json")),
        towerFolder == null
            ? Optional.empty()
            : Optional.of(ConfigNode.read(towerFolder.resolve(CONFIG))),
        OptionalInt.empty());
  }

  /** How clips are prepared: as pictures are where nothing of their own says otherwise. */
  public Optional<ConfigNode> clips() {
    return video.isPresent() ? video : preprocessor;
  }

  /** A configuration without other files, such as a generator is about to write. */
  public static ConfigFiles parse(String json) throws IOException {
    return new ConfigFiles(
        ConfigNode.parse(Path.of(CONFIG), json.getBytes(StandardCharsets.UTF_8)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty());
  }

  /** A copy that knows what the weight files hold. */
  public ConfigFiles withStoredTowerLayers(OptionalInt layers) {
    return new ConfigFiles(config, preprocessor, video, generation, tower, layers);
  }

  /** A copy with the output head in the embedding table, whatever the configuration says. */
  public ConfigFiles withTiedHead() {
    return withTiedHead(true);
  }

  /** A copy with or without the output head in the embedding table. */
  public ConfigFiles withTiedHead(boolean tied) {
    return new ConfigFiles(
        config.withFlag("tie_word_embeddings", tied),
        preprocessor,
        video,
        generation,
        tower,
        storedTowerLayers);
  }

  /** A section of the common file goes before a file of its own, as in transformers. */
  private static Optional<ConfigNode> section(Optional<ConfigNode> common, String name, Path own)
      throws IOException {
    return common.isPresent() && common.get().hasObject(name)
        ? Optional.of(common.get().object(name))
        : optional(own);
  }

  private static Optional<ConfigNode> optional(Path file) throws IOException {
    return Files.isRegularFile(file) ? Optional.of(ConfigNode.read(file)) : Optional.empty();
  }
}
