package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PixelScale;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the descriptions of LLaVA checkpoints share: a plain tower, a projector, a decoder. */
public abstract class LlavaSpec implements BackboneSpec {
  private final BackboneFamily family;
  private final LlavaConfig config;
  private final boolean newline;
  private final GenerationConfig generation;
  private final List<String> differences;
  private final Normalization normalization;
  private final Normalization clipNormalization;

  /**
   * @param newline whether a learned row stands after rows of patches
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
    // a subclass has read its own fields by now
    (HfLlava.hasLayout(files.config()) ? KnownFields.HF_LLAVA : KnownFields.ORIGINAL)
        .refuseRest(files.config());
    this.normalization = scale(config.vit()).or(files.preprocessor()).normalization();
    this.clipNormalization = scale(config.vit()).or(files.clips()).normalization();
    this.generation = GenerationConfig.read(files.generation(), generation);
    this.differences =
        files.preprocessor().isPresent()
            ? check(config.vit(), files.preprocessor().get())
                .differences(files.preprocessor().get())
            : List.of();
  }

  /** A copy. */
  protected LlavaSpec(LlavaSpec other) {
    this.family = other.family;
    this.config = other.config;
    this.newline = other.newline;
    this.generation = other.generation;
    this.differences = other.differences;
    this.normalization = other.normalization;
    this.clipNormalization = other.clipNormalization;
  }

  /** Mean and deviation are obeyed, so only sizes can differ. */
  private static PreprocessorCheck check(VitConfig vit, ConfigNode file) throws ConfigException {
    PixelScale obeyed = scale(vit).or(Optional.of(file));
    return new PreprocessorCheck(obeyed.mean(), obeyed.deviation(), vit.imageSize(), Map.of());
  }

  private static PixelScale scale(VitConfig vit) {
    return vit.kind() == VitConfig.Kind.CLIP ? PixelScale.CLIP : PixelScale.HALF;
  }

  /** How bytes become the tower's numbers. */
  protected Normalization normalization() {
    return normalization;
  }

  /** The same for the frames of clips. */
  protected Normalization clipNormalization() {
    return clipNormalization;
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
