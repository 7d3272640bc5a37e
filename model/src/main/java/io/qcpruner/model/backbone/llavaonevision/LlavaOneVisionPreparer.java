package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.LlavaVideoPreprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.Canvases;
import io.qcpruner.model.backbone.llava.RawViews;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.backbone.llavavideo.Clip;
import java.io.IOException;
import java.nio.file.Path;

/** Cuts a picture into tiles as LLaVA-NeXT does, and makes frames square as LLaVA-Video does. */
final class LlavaOneVisionPreparer implements VisualPreparer {
  private final VitConfig vit;
  private final Canvases canvases;
  private final Normalization normalization;

  LlavaOneVisionPreparer(VitConfig vit, Canvases canvases, Normalization normalization) {
    this.vit = vit;
    this.canvases = canvases;
    this.normalization = normalization;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.DROP;
  }

  @Override
  public Visual picture(RgbImage image) {
    return new Tiled(
        new LlavaNextPreprocessor(canvases.asWritten(vit), normalization).apply(image),
        new Picture(image.width(), image.height(), vit.patchSize(), false));
  }

  @Override
  public Visual clip(VideoFrames frames) {
    double cells = vit.imageSize() / (2.0 * vit.patchSize());
    return new Clip(square().apply(frames.frames()), cells);
  }

  @Override
  public RgbImage shrink(RgbImage frame) {
    return square().shrink(frame);
  }

  /** Also {@code image_sizes} (height, width). */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    RawViews.Size size = RawViews.size(path, file);
    AnyResLayout layout = canvases.asWritten(vit).layout(size.width(), size.height());
    return new Tiled(
        new LlavaNextPreprocessor.Views(
            RawViews.read(path, file, layout.views(), vit.imageSize()), layout),
        Picture.UNKNOWN);
  }

  private LlavaVideoPreprocessor square() {
    return new LlavaVideoPreprocessor(vit.imageSize(), normalization);
  }
}
