package io.qcpruner.model;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.prep.AnyRes;
import io.qcpruner.media.prep.AnyResLayout;
import io.qcpruner.media.prep.LlavaNextPreprocessor;
import io.qcpruner.media.prep.Pixels;
import io.qcpruner.media.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.llava15.Llava15;
import io.qcpruner.model.backbone.llavanext.LlavaNext;
import io.qcpruner.model.backbone.llavavideo.LlavaVideo;
import io.qcpruner.model.backbone.qwen25vl.Qwen25Vl;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.weights.SeededWeights;
import java.util.Arrays;
import java.util.Set;

/** The tiny models with seeded weights, and seeded inputs for them. */
public final class TinyBackbones {
  private TinyBackbones() {}

  public static Parts parts() {
    return new Parts(new SeededWeights(), Placement.cpu());
  }

  public static Backbone llava15() throws WeightsException {
    return new Llava15(TinyConfigs.llava15(false), parts());
  }

  public static Backbone llava15Tied() throws WeightsException {
    Parts withoutHead = new Parts(new SeededWeights(Set.of("lm_head.weight")), Placement.cpu());
    return new Llava15(TinyConfigs.llava15(true), withoutHead);
  }

  public static Backbone llavaNext() throws WeightsException {
    return new LlavaNext(TinyConfigs.llavaNext(), parts());
  }

  public static Backbone llavaVideo(VideoTokens tokens) throws WeightsException {
    return new LlavaVideo(TinyConfigs.llavaVideo(), tokens, parts());
  }

  public static Backbone qwen() throws WeightsException {
    return new Qwen25Vl(TinyConfigs.qwen25vl(), parts());
  }

  /** Seeded pixels; the reference script draws the same by name. */
  public static Pixels pixels(String name, int... shape) {
    int count = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    return new Pixels(shape, SeededWeights.uniform("pixels." + name, count));
  }

  public static Visual still(Pixels pixels) {
    return new Visual.Still(pixels, Picture.UNKNOWN);
  }

  public static AnyRes anyRes() {
    return AnyRes.of(
        56,
        14,
        TinyConfigs.pinpoints(),
        AnyRes.PinpointOrder.HEIGHT_WIDTH,
        AnyRes.Rounding.SEVEN_DECIMALS);
  }

  public static Visual tiled(int width, int height) {
    AnyResLayout layout = anyRes().layout(width, height);
    Pixels pixels = pixels("tiny-llava-next." + width + "x" + height, layout.views(), 3, 56, 56);
    return new Visual.Tiled(new LlavaNextPreprocessor.Views(pixels, layout), Picture.UNKNOWN);
  }

  public static Visual patches(String name, int slices, int height, int width, double seconds) {
    Pixels pixels = pixels(name, slices * height * width, 1176);
    return new Visual.Patches(
        new QwenPreprocessor.Patches(pixels, slices, height, width), seconds, Picture.UNKNOWN);
  }
}
