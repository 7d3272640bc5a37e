package io.qcpruner.model;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.checkpoint.config.VisionConfig;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.prep.AnyRes;
import io.qcpruner.media.prep.LlavaNextPreprocessor;
import io.qcpruner.media.prep.LlavaPreprocessor;
import io.qcpruner.media.prep.LlavaVideoPreprocessor;
import io.qcpruner.media.prep.Normalization;
import io.qcpruner.media.prep.QwenPreprocessor;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.picture.PatchGeometry;
import java.util.List;

/** Pixels to what a family's tower takes, and back from patches to the part of the picture. */
public final class VisualPreparer {
  /** Side of the square that the paper resizes every Qwen picture to. */
  private static final QwenPreprocessor QWEN = QwenPreprocessor.fixed1008();

  private final BackboneConfig config;

  public VisualPreparer(BackboneConfig config) {
    this.config = config;
  }

  /** What becomes of transparency when a picture is decoded. */
  public AlphaPolicy alpha() {
    return config.family() == Family.QWEN2_5_VL ? AlphaPolicy.OVER_WHITE : AlphaPolicy.DROP;
  }

  public Visual picture(RgbImage image) throws MediaException {
    return switch (config.family()) {
      case LLAVA_1_5 ->
          new Visual.Still(
              new LlavaPreprocessor(
                      LlavaPreprocessor.Fit.PAD, vit().imageSize(), Normalization.CLIP)
                  .apply(image),
              new Picture(image.width(), image.height(), vit().patchSize(), true));
      case LLAVA_NEXT ->
          new Visual.Tiled(
              new LlavaNextPreprocessor(anyRes(), Normalization.CLIP).apply(image),
              new Picture(image.width(), image.height(), vit().patchSize(), false));
      case LLAVA_VIDEO -> new Visual.Clip(video().apply(List.of(image)));
      case QWEN2_5_VL ->
          new Visual.Patches(
              QWEN.apply(image), 0, new Picture(image.width(), image.height(), 28, false));
    };
  }

  public Visual clip(VideoFrames frames) throws MediaException {
    return switch (config.family()) {
      case LLAVA_1_5, LLAVA_NEXT ->
          throw new IllegalArgumentException(
              config.family() + " answers about pictures, not clips; use --image");
      case LLAVA_VIDEO -> new Visual.Clip(video().apply(frames.frames()));
      case QWEN2_5_VL -> {
        // two frames make one temporal slice
        double perSlice = 2 * frames.seconds() / frames.frames().size();
        yield new Visual.Patches(QWEN.applyVideo(frames.frames()), perSlice, Picture.UNKNOWN);
      }
    };
  }

  /** A frame as small as the tower needs it, so that long clips fit in memory. */
  RgbImage shrink(RgbImage frame) {
    return config.family() == Family.LLAVA_VIDEO ? video().shrink(frame) : frame;
  }

  /** Where on the original picture the patches of a prepared visual lie. */
  PatchGeometry geometry(Visual visual, int width, int height) {
    if (visual instanceof Visual.Still) {
      return PatchGeometry.padded(width, height, vit().grid());
    }
    if (visual instanceof Visual.Tiled tiled) {
      return PatchGeometry.anyRes(width, height, tiled.views().layout());
    }
    if (visual instanceof Visual.Clip) {
      // 2 x 2 pooling: one cell is two patches wide
      double cells = vit().imageSize() / (2.0 * vit().patchSize());
      return PatchGeometry.stretched(width, height, cells, cells);
    }
    QwenPreprocessor.Patches patches = ((Visual.Patches) visual).patches();
    return PatchGeometry.stretched(
        width, height, patches.gridHeight() / 2, patches.gridWidth() / 2);
  }

  private LlavaVideoPreprocessor video() {
    return new LlavaVideoPreprocessor(vit().imageSize(), Normalization.SIGLIP);
  }

  /** The original reading of the canvas list, whichever layout wrote it. */
  private AnyRes anyRes() {
    return AnyRes.of(
        vit().imageSize(),
        vit().patchSize(),
        config.gridPinpoints(),
        AnyRes.PinpointOrder.WIDTH_HEIGHT,
        AnyRes.Rounding.TRUNCATE);
  }

  private VisionConfig.Vit vit() {
    return (VisionConfig.Vit) config.vision();
  }
}
