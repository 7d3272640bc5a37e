package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PixelScale;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.text.VisualStrings;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the descriptions of Qwen-VL checkpoints share. */
public abstract class QwenSpec implements BackboneSpec {
  /** 1008 / 28 rows and columns. */
  private static final int PUBLISHED_PATCHES = 36 * 36;

  private static final float PUBLISHED_FLOOR = 0.4f;

  private final BackboneFamily family;
  private final BackboneConfig config;
  private final PatchSizes sizes;
  private final GenerationConfig generation;
  private final List<String> differences;

  /**
   * @param scale of the pixel values
   */
  protected QwenSpec(
      BackboneFamily family,
      BackboneConfig config,
      PatchSizes sizes,
      PixelScale scale,
      ConfigFiles files)
      throws ConfigException {
    this.family = family;
    this.config = config;
    this.sizes = sizes;
    this.generation = GenerationConfig.read(files.generation(), DecoderType.QWEN2.generation());
    PreprocessorCheck check =
        new PreprocessorCheck(
            scale.mean(),
            scale.deviation(),
            0,
            Map.of(
                "patch_size", sizes.patch(),
                "merge_size", sizes.merge(),
                "temporal_patch_size", sizes.time()));
    this.differences =
        files.preprocessor().isPresent()
            ? check.differences(files.preprocessor().get())
            : List.of();
  }

  /** How far apart two slices of a clip are on the time axis, before rounding down. */
  protected abstract double positionsPerSlice(PatchBlocks clip);

  /** Whether the slices of a clip are apart in the prompt. */
  protected boolean hasPlaceForEachSlice() {
    return false;
  }

  /** How many layers the tower has; all of them are run. */
  protected abstract int towerLayers();

  @Override
  public final VisualStrings visualStrings() {
    return VisualStrings.PADS;
  }

  /** How pictures are cut. */
  public final PatchSizes sizes() {
    return sizes;
  }

  @Override
  public final BackboneFamily family() {
    return family;
  }

  @Override
  public final BackboneConfig config() {
    return config;
  }

  @Override
  public final List<String> preprocessorDifferences() {
    return differences;
  }

  @Override
  public final GenerationConfig generation() {
    return generation;
  }

  /** Prompt ids as the reference harness counts them: the placeholder is one of them. */
  @Override
  public int[] penalisedPromptIds(int[] promptIds, List<Visual> visuals) {
    Iterator<Visual> next = visuals.stream().flatMap(this::asOftenAsPlaces).iterator();
    return Arrays.stream(promptIds)
        .map(id -> id == PromptIds.MARKER ? placeholder(next.next()) : id)
        .toArray();
  }

  private Stream<Visual> asOftenAsPlaces(Visual visual) {
    return places(visual).stream()
        .filter(segment -> segment.label() == SpanLabel.VISUAL)
        .map(place -> visual);
  }

  private int placeholder(Visual visual) {
    return visual.isClip() ? config.videoTokenId() : config.imageTokenId();
  }

  /** The floor was published for Qwen2.5-VL; other towers with a merger take it over. */
  @Override
  public BackboneFacts methodFacts() {
    return BackboneFacts.of(
            family.label(),
            Tower.MERGED_UNITS,
            Views.ANY_SIZE,
            config.decoder().layers(),
            nominalPatches())
        .withTower(towerLayers(), towerLayers() - 1)
        .withRho(PUBLISHED_FLOOR);
  }

  @Override
  public int nominalPatches() {
    return PUBLISHED_PATCHES;
  }
}
