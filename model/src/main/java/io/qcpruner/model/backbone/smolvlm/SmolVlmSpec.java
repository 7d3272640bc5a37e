package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.PixelScale;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.shuffle.PixelShuffle;
import io.qcpruner.model.backbone.shuffle.ShuffledBackbone;
import io.qcpruner.model.backbone.shuffle.ShuffledSpec;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.IdeficsTemplate;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Segment;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A checkpoint of SmolVLM or Idefics3. */
final class SmolVlmSpec extends ShuffledSpec {
  /** Pillow's number of its Lanczos filter. */
  private static final int LANCZOS = 1;

  /** Three rows of four tiles and the whole: a picture of 640 x 480. */
  private static final int NOMINAL_VIEWS = 13;

  /** Vocabularies of Llama 3 are larger than this, those of SmolVLM smaller. */
  private static final int LLAMA3_VOCABULARY = 100_000;

  private static final GenerationConfig.Defaults GENERATION =
      new GenerationConfig.Defaults(List.of(2), false, OptionalDouble.of(1));

  private final BackboneFamily family;
  private final SmolVlmConfig config;
  private final boolean clips;
  private final TileRule rule;
  private final PixelScale scale;
  private final PixelScale clipScale;
  private final GenerationConfig generation;
  private final List<String> differences;

  /**
   * @param clips whether the model answers about clips
   */
  SmolVlmSpec(BackboneFamily family, boolean clips, ConfigFiles files) throws ConfigException {
    this.family = family;
    this.clips = clips;
    this.config = SmolVlmConfig.read(files.config());
    this.rule = TileRule.read(files, tower().imageSize());
    this.scale = PixelScale.HALF.or(files.preprocessor());
    this.clipScale = PixelScale.HALF.or(files.clips());
    this.generation = GenerationConfig.read(files.generation(), GENERATION);
    this.differences =
        files.preprocessor().isPresent()
            ? new PreprocessorCheck(scale.mean(), scale.deviation(), 0, Map.of("resample", LANCZOS))
                .differences(files.preprocessor().get())
            : List.of();
  }

  VitConfig tower() {
    return config.tower();
  }

  boolean takesClips() {
    return clips;
  }

  @Override
  public BackboneFamily family() {
    return family;
  }

  @Override
  public BackboneConfig config() {
    return config.backbone();
  }

  @Override
  public PixelShuffle shuffle() {
    return config.shuffle();
  }

  @Override
  public int nominalViews() {
    return rule.splits() ? NOMINAL_VIEWS : 1;
  }

  @Override
  public boolean fixedPatchCount() {
    return !rule.splits();
  }

  @Override
  protected int towerLayers() {
    return tower().layers();
  }

  @Override
  public Map<String, long[]> tensors() {
    long width = tower().hiddenSize();
    return new TensorInventory()
        .vitTower(tower())
        .norm("vision.post_layernorm", width)
        .add("proj.weight", config().decoder().hiddenSize(), width * shuffle().perBlock())
        .decoder(config().decoder())
        .shapes();
  }

  @Override
  public VisualPreparer preparer() {
    return new SmolVlmPreparer(this, rule, scale.normalization(), clipScale.normalization());
  }

  @Override
  public List<String> preprocessorDifferences() {
    return differences;
  }

  @Override
  public PromptTemplate template() {
    return template(List.of());
  }

  @Override
  public PromptTemplate template(List<Visual> visuals) {
    boolean llama3 = config().decoder().vocabSize() > LLAMA3_VOCABULARY;
    return new IdeficsTemplate(
        llama3 ? "<|begin_of_text|>" : "<|im_start|>",
        visuals.stream().map(Visual::isClip).toList());
  }

  @Override
  public List<Segment> places(Visual visual) {
    return SmolVlmPlaces.of((SquareViews) visual);
  }

  @Override
  protected boolean hasPlaceForEachView(Visual visual) {
    return true;
  }

  @Override
  public GenerationConfig generation() {
    return generation;
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new ShuffledBackbone(this, new SmolVlmTower(config, modules), modules);
  }
}
