package io.qcpruner.model.backbone.internvl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.media.internal.prep.RatioTiles;
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
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** An InternVL checkpoint. */
final class InternVlSpec extends ShuffledSpec {
  /** Pillow's number of its bicubic filter. */
  private static final int BICUBIC = 3;

  /** Three rows of four tiles and the whole: a picture of 640 x 480. */
  private static final int NOMINAL_VIEWS = 13;

  private static final int MAX_TILES = 100;
  private static final GenerationConfig.Defaults GENERATION =
      new GenerationConfig.Defaults(List.of(151645, 151643), true, OptionalDouble.of(1));

  private final BackboneFamily family;
  private final BackboneConfig config;
  private final InternVisionConfig vision;
  private final PixelShuffle shuffle;
  private final RatioTiles tiles;
  private final RatioTiles frames;
  private final GenerationConfig generation;
  private final List<String> differences;

  InternVlSpec(
      BackboneFamily family,
      BackboneConfig config,
      InternVisionConfig vision,
      PixelShuffle shuffle,
      ConfigFiles files)
      throws ConfigException {
    this.family = family;
    this.config = config;
    this.vision = vision;
    this.shuffle = shuffle;
    PixelScale scale = PixelScale.IMAGENET.or(files.preprocessor());
    this.tiles = tiles(files.preprocessor(), vision.imageSize(), scale);
    PixelScale clips = PixelScale.IMAGENET.or(files.clips());
    this.frames = tiles(files.clips(), vision.imageSize(), clips).whole();
    this.generation = GenerationConfig.read(files.generation(), GENERATION);
    this.differences =
        files.preprocessor().isPresent()
            ? new PreprocessorCheck(scale.mean(), scale.deviation(), 0, Map.of("resample", BICUBIC))
                .differences(files.preprocessor().get())
            : List.of();
  }

  /** The processor cuts pictures whatever the file's {@code crop_to_patches} says. */
  private static RatioTiles tiles(Optional<ConfigNode> file, int side, PixelScale scale)
      throws ConfigException {
    if (file.isEmpty()) {
      return new RatioTiles(side, 1, NOMINAL_VIEWS - 1, scale.normalization());
    }
    ConfigNode node = file.get();
    ConfigNode size = node.object("size");
    for (String axis : List.of("height", "width")) {
      if (size.size(axis, side) != side) {
        throw size.wrong(axis, "the tower's image_size " + side);
      }
    }
    for (String step : List.of("do_resize", "do_rescale", "do_normalize")) {
      if (!node.flag(step, true)) {
        throw node.wrong(step, "true");
      }
    }
    int min = node.size("min_patches", 1);
    int max = node.size("max_patches", NOMINAL_VIEWS - 1);
    if (max < min || max > MAX_TILES) {
      throw node.wrong("max_patches", "between min_patches " + min + " and " + MAX_TILES);
    }
    return new RatioTiles(side, min, max, scale.normalization());
  }

  RatioTiles tiles() {
    return tiles;
  }

  /** How frames of clips become views. */
  RatioTiles frames() {
    return frames;
  }

  /** Side of a token in pixels of a view. */
  int token() {
    return vision.patchSize() * shuffle.factor();
  }

  @Override
  public BackboneFamily family() {
    return family;
  }

  @Override
  public BackboneConfig config() {
    return config;
  }

  @Override
  public PixelShuffle shuffle() {
    return shuffle;
  }

  @Override
  public int nominalViews() {
    return tiles.maxTiles() > 1 ? Math.min(NOMINAL_VIEWS, tiles.maxTiles() + 1) : 1;
  }

  @Override
  public boolean fixedPatchCount() {
    return tiles.maxTiles() == 1;
  }

  @Override
  protected int towerLayers() {
    return vision.depth();
  }

  @Override
  public Map<String, long[]> tensors() {
    long block = (long) vision.width() * shuffle.perBlock();
    int width = config.decoder().hiddenSize();
    return vision
        .addTo(new TensorInventory())
        .norm("proj.layer_norm", block)
        .linear("proj.fc1", width, block)
        .linear("proj.fc2", width, width)
        .decoder(config.decoder())
        .shapes();
  }

  @Override
  public VisualPreparer preparer() {
    return new InternVlPreparer(this);
  }

  @Override
  public List<String> preprocessorDifferences() {
    return differences;
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.LINES_WITHOUT_SYSTEM;
  }

  /** All views of a picture in one run; frames of a clip after their numbers, on lines. */
  @Override
  public List<Segment> places(Visual visual) {
    List<Segment> out = new ArrayList<>();
    int runs = visual.isClip() ? ((SquareViews) visual).views() : 1;
    for (int run = 1; run <= runs; run++) {
      if (visual.isClip()) {
        out.add(Segment.template((run > 1 ? "\n" : "") + "Frame" + run + ": "));
      }
      out.add(Segment.special("<img>"));
      out.add(Segment.visual());
      out.add(Segment.special("</img>"));
    }
    return out;
  }

  @Override
  protected boolean hasPlaceForEachView(Visual visual) {
    return visual.isClip();
  }

  @Override
  public GenerationConfig generation() {
    return generation;
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    InternVlTower tower =
        new InternVlTower(vision, shuffle, config.decoder().hiddenSize(), modules);
    return new ShuffledBackbone(this, tower, modules);
  }
}
