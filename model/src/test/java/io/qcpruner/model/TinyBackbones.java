package io.qcpruner.model;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.internal.prep.AnyRes;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.llava15.Still;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.backbone.llavavideo.Clip;
import io.qcpruner.model.backbone.llavavideo.LlavaVideoSpec;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.weights.SeededWeights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The tiny models with seeded weights, and seeded inputs for them. */
public final class TinyBackbones {
  private TinyBackbones() {}

  public static ModuleFactory modules() {
    return new ModuleFactory(new SeededWeights(), Placement.cpu());
  }

  public static BackboneSpec spec(TinyModel model) {
    return spec(model.json());
  }

  private static BackboneSpec spec(String json) {
    try {
      return BackboneFamilies.parse(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Backbone llava15() throws WeightsException {
    return spec(TinyModel.LLAVA).build(modules());
  }

  public static Backbone llava15Tied() throws WeightsException {
    ModuleFactory withoutHead =
        new ModuleFactory(new SeededWeights(Set.of("lm_head.weight")), Placement.cpu());
    String tied =
        TinyModel.LLAVA
            .json()
            .replace("\"tie_word_embeddings\":false", "\"tie_word_embeddings\":true");
    return spec(tied).build(withoutHead);
  }

  public static Backbone llavaNext() throws WeightsException {
    return spec(TinyModel.NEXT).build(modules());
  }

  public static Backbone llavaVideo(VideoTokens tokens) throws WeightsException {
    return ((LlavaVideoSpec) spec(TinyModel.VIDEO)).with(tokens).build(modules());
  }

  public static Backbone qwen() throws WeightsException {
    return spec(TinyModel.QWEN).build(modules());
  }

  public static Backbone qwen2() throws WeightsException {
    return spec(TinyModel.QWEN2).build(modules());
  }

  public static Backbone qwen3() throws WeightsException {
    return spec(TinyModel.QWEN3).build(modules());
  }

  public static Backbone of(TinyModel model) throws WeightsException {
    return spec(model).build(modules());
  }

  /** Tiles and the whole after them, of the size that the tiny towers take. */
  public static Visual squares(String name, int side, int rows, int cols) {
    return squares(pixels(name, rows * cols + 1, 3, side, side).data(), side, rows, cols);
  }

  /** The same with given values. */
  public static Visual squares(float[] values, int side, int rows, int cols) {
    Pixels pixels = new Pixels(new int[] {rows * cols + 1, 3, side, side}, values);
    return new SquareViews(pixels, rows, cols, 3, Optional.empty(), Picture.UNKNOWN);
  }

  /** Seeded pixels; the reference script draws the same by name. */
  public static Pixels pixels(String name, int... shape) {
    int count = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    return new Pixels(shape, SeededWeights.uniform("pixels." + name, count));
  }

  public static Visual still(Pixels pixels) {
    return new Still(pixels, 4, Picture.UNKNOWN);
  }

  public static Visual clip(Pixels pixels) {
    return new Clip(pixels, 3.5);
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
    return new Tiled(new LlavaNextPreprocessor.Views(pixels, layout), Picture.UNKNOWN);
  }

  public static Visual patches(String name, int slices, int height, int width, double seconds) {
    return patches(name, slices, height, width, 1176, seconds);
  }

  /**
   * @param values of a patch
   */
  public static Visual patches(
      String name, int slices, int height, int width, int values, double seconds) {
    Pixels pixels = pixels(name, slices * height * width, values);
    return new PatchBlocks(
        new QwenPreprocessor.Patches(pixels, slices, height, width), seconds, 2, Picture.UNKNOWN);
  }
}
