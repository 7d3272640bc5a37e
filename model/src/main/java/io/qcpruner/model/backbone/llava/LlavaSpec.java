package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.media.prep.Normalization;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import java.util.Arrays;
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
  private final Normalization normalization;

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
    // a subclass has read its own fields by now
    (HfLlava.hasLayout(files.config()) ? KnownFields.HF_LLAVA : KnownFields.ORIGINAL)
        .refuseRest(files.config());
    this.normalization = normalization(files.preprocessor(), config.vit());
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
  }

  /** Mean and deviation are obeyed, so only sizes can differ. */
  private static PreprocessorCheck check(VitConfig vit, ConfigNode file) throws ConfigException {
    return new PreprocessorCheck(
        file.numbers("image_mean", mean(vit)),
        file.numbers("image_std", deviation(vit)),
        vit.imageSize(),
        Map.of());
  }

  /** What the checkpoint's own file says, or what the tower was trained with. */
  private static Normalization normalization(Optional<ConfigNode> file, VitConfig vit)
      throws ConfigException {
    double[] mean = mean(vit);
    double[] deviation = deviation(vit);
    if (file.isPresent()) {
      mean = file.get().numbers("image_mean", mean);
      deviation = file.get().numbers("image_std", deviation);
      if (mean.length != mean(vit).length) {
        throw file.get().wrong("image_mean", "three numbers");
      }
      if (deviation.length != mean.length || Arrays.stream(deviation).anyMatch(d -> !(d > 0))) {
        throw file.get().wrong("image_std", "three positive numbers");
      }
    }
    return new Normalization(floats(mean), floats(deviation));
  }

  private static double[] mean(VitConfig vit) {
    return vit.kind() == VitConfig.Kind.CLIP ? CLIP_MEAN : HALF;
  }

  private static double[] deviation(VitConfig vit) {
    return vit.kind() == VitConfig.Kind.CLIP ? CLIP_STD : HALF;
  }

  private static float[] floats(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }

  /** How bytes become the tower's numbers. */
  protected Normalization normalization() {
    return normalization;
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
