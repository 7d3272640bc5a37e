package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.PromptTemplate;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** A Qwen2.5-VL checkpoint. */
final class Qwen25VlSpec implements BackboneSpec {
  /** 1008 / 28 rows and columns. */
  private static final int PUBLISHED_PATCHES = 36 * 36;

  private static final double[] MEAN = {0.48145466, 0.4578275, 0.40821073};
  private static final double[] STD = {0.26862954, 0.26130258, 0.27577711};

  private final BackboneFamily family;
  private final BackboneConfig config;
  private final QwenVisionConfig vision;
  private final GenerationConfig generation;
  private final List<String> differences;

  Qwen25VlSpec(
      BackboneFamily family, BackboneConfig config, QwenVisionConfig vision, ConfigFiles files)
      throws ConfigException {
    this.family = family;
    this.config = config;
    this.vision = vision;
    this.generation = GenerationConfig.read(files.generation(), GenerationConfig.Defaults.QWEN2);
    this.differences =
        files.preprocessor().isPresent()
            ? check().differences(files.preprocessor().get())
            : List.of();
  }

  private PreprocessorCheck check() {
    return new PreprocessorCheck(
        MEAN,
        STD,
        0,
        Map.of(
            "patch_size", vision.patchSize(),
            "merge_size", vision.spatialMergeSize(),
            "temporal_patch_size", vision.temporalPatchSize()));
  }

  @Override
  public BackboneFamily family() {
    return family;
  }

  @Override
  public BackboneConfig config() {
    return config;
  }

  QwenVisionConfig vision() {
    return vision;
  }

  @Override
  public Map<String, long[]> tensors() {
    return vision.addTo(new TensorInventory()).decoder(config.decoder()).shapes();
  }

  @Override
  public VisualPreparer preparer() {
    return new Qwen25VlPreparer(vision);
  }

  @Override
  public List<String> preprocessorDifferences() {
    return differences;
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.MARKS;
  }

  @Override
  public GenerationConfig generation() {
    return generation;
  }

  /** Prompt ids as the reference harness counts them: the placeholder is one of them. */
  @Override
  public int[] penalisedPromptIds(int[] promptIds, List<Visual> visuals) {
    Iterator<Visual> next = visuals.iterator();
    return Arrays.stream(promptIds)
        .map(id -> id == PromptIds.MARKER ? placeholder(next.next()) : id)
        .toArray();
  }

  private int placeholder(Visual visual) {
    return visual.isClip() ? config.videoTokenId() : config.imageTokenId();
  }

  @Override
  public BackboneFacts methodFacts() {
    return BackboneFacts.of(
            family().label(),
            Tower.MERGED_UNITS,
            Views.ANY_SIZE,
            config().decoder().layers(),
            nominalPatches())
        .withRho(0.4f);
  }

  @Override
  public int nominalPatches() {
    return PUBLISHED_PATCHES;
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new Qwen25Vl(this, modules);
  }
}
