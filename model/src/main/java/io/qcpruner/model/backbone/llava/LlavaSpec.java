package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the descriptions of LLaVA checkpoints share: a plain tower, a projector, a decoder. */
public abstract class LlavaSpec implements BackboneSpec {
  private static final double[] CLIP_MEAN = {0.48145466, 0.4578275, 0.40821073};
  private static final double[] CLIP_STD = {0.26862954, 0.26130258, 0.27577711};
  private static final double[] HALF = {0.5, 0.5, 0.5};

  private final BackboneFamily family;
  private final LlavaConfig config;
  private final boolean newline;
  private final GenerationConfig generation;
  private final List<String> differences;

  /**
   * @param newline whether a learned row stands behind rows of patches
   */
  protected LlavaSpec(
      BackboneFamily family,
      LlavaConfig config,
      boolean newline,
      ConfigFiles files,
      GenerationConfig.Defaults generation)
      throws ConfigException {
    this.family = family;
    this.config = config;
    this.newline = newline;
    this.generation = GenerationConfig.read(files.generation(), generation);
    this.differences =
        files.preprocessor().isPresent()
            ? check(config.vit()).differences(files.preprocessor().get())
            : List.of();
  }

  /** A copy. */
  protected LlavaSpec(LlavaSpec other) {
    this.family = other.family;
    this.config = other.config;
    this.newline = other.newline;
    this.generation = other.generation;
    this.differences = other.differences;
  }

  private static PreprocessorCheck check(VitConfig vit) {
    boolean clip = vit.kind() == VitConfig.Kind.CLIP;
    return new PreprocessorCheck(
        clip ? CLIP_MEAN : HALF, clip ? CLIP_STD : HALF, vit.imageSize(), Map.of());
  }

  @Override
  public BackboneFamily family() {
    return family;
  }

  @Override
  public BackboneConfig config() {
    return config.backbone();
  }

  public VitConfig vit() {
    return config.vit();
  }

  @Override
  public Optional<VitConfig> plainTower() {
    return Optional.of(vit());
  }

  @Override
  public Map<String, long[]> tensors() {
    return inventory(vit()).shapes();
  }

  @Override
  public Map<String, long[]> storedTensors() {
    return inventory(vit().running(vit().layers()))
        .norm("vision.post_layernorm", vit().hiddenSize())
        .shapes();
  }

  private TensorInventory inventory(VitConfig tower) {
    int width = config().decoder().hiddenSize();
    TensorInventory inventory =
        new TensorInventory()
            .vitTower(tower)
            .linear("proj.fc1", width, tower.hiddenSize())
            .linear("proj.fc2", width, width);
    if (newline) {
      inventory.add("newline", width);
    }
    return inventory.decoder(config().decoder());
  }

  @Override
  public GenerationConfig generation() {
    return generation;
  }

  @Override
  public List<String> preprocessorDifferences() {
    return differences;
  }
}
