package io.qcpruner.model.backbone.qwen3vl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.media.internal.prep.ClipResize;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.PixelScale;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import io.qcpruner.model.backbone.qwen.PictureRanges;
import io.qcpruner.model.backbone.qwen.PixelRange;
import io.qcpruner.model.backbone.qwen.QwenBackbone;
import io.qcpruner.model.backbone.qwen.QwenPreparer;
import io.qcpruner.model.backbone.qwen.QwenSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Segment;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Qwen3-VL checkpoint. */
final class Qwen3VlSpec extends QwenSpec {
  private static final String START = "<|vision_start|>";
  private static final String END = "<|vision_end|>";

  /** What published files allow. */
  private static final PixelRange PICTURES = PixelRange.between(256 * 256, 4096 * 4096);

  /** As many tokens as the paper's square has. */
  private static final long MAX_PICTURE = 1152 * 1152;

  /** A clip's pixels unless its file says less: 16 to 2048 tokens of two frames. */
  private static final PixelRange CLIPS = PixelRange.between(2 * 32 * 32 * 16, 2 * 32 * 32 * 2048);

  private final Qwen3VisionConfig vision;
  private final PixelRange stored;
  private final PixelRange storedClips;
  private final PixelScale scale;
  private final PixelScale clipScale;

  Qwen3VlSpec(
      BackboneFamily family, BackboneConfig config, Qwen3VisionConfig vision, ConfigFiles files)
      throws ConfigException {
    super(family, config, vision.sizes(), PixelScale.HALF.or(files.preprocessor()), files);
    this.vision = vision;
    this.stored = PICTURES.or(files.preprocessor());
    this.scale = PixelScale.HALF.or(files.preprocessor());
    this.clipScale = PixelScale.HALF.or(files.clips());
    // limits of pictures are none of clips, whose pixels count together
    this.storedClips = CLIPS.or(files.video()).atMost(CLIPS.max());
  }

  Qwen3VisionConfig vision() {
    return vision;
  }

  @Override
  public Map<String, long[]> tensors() {
    return vision.addTo(new TensorInventory()).decoder(config().decoder()).shapes();
  }

  /** Sizes within the file's limits, which published files set too high for a processor. */
  @Override
  public VisualPreparer preparer() {
    ClipResize clips = new ClipResize(sizes().unit(), storedClips.min(), storedClips.max());
    PictureRanges pictures = new PictureRanges(stored.atMost(MAX_PICTURE), stored);
    return new QwenPreparer(
        sizes(), pictures, clips::of, scale.normalization(), clipScale.normalization());
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.MARKS_WITHOUT_SYSTEM;
  }

  /** Every slice of a clip stands after its time, between marks of its own. */
  @Override
  public List<Segment> places(Visual visual) {
    if (!visual.isClip() || !(visual instanceof PatchBlocks clip)) {
      return List.of(Segment.visual());
    }
    List<Segment> out = new ArrayList<>();
    for (int slice = 0; slice < clip.patches().gridTime(); slice++) {
      out.add(Segment.template("<" + oneDecimal(clip.secondsOf(slice)) + " seconds>"));
      out.add(Segment.special(START));
      out.add(Segment.visual());
      out.add(Segment.special(END));
    }
    return out;
  }

  /** The exact value of the double, half to even, as Python's formatting does. */
  private static String oneDecimal(double seconds) {
    return new BigDecimal(seconds).setScale(1, RoundingMode.HALF_EVEN).toPlainString();
  }

  @Override
  protected boolean hasPlaceForEachSlice() {
    return true;
  }

  @Override
  protected int towerLayers() {
    return vision.depth();
  }

  @Override
  protected double positionsPerSlice(PatchBlocks clip) {
    return 0;
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new QwenBackbone(this, new Qwen3Tower(vision, modules), modules);
  }
}
