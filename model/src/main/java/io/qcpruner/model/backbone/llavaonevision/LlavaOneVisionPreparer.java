package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.LlavaPreprocessor;
import io.qcpruner.media.internal.prep.LlavaVideoPreprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.Canvases;
import io.qcpruner.model.backbone.llava.RawViews;
import io.qcpruner.model.backbone.llava15.Still;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.backbone.llavavideo.Clip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Cuts a picture into tiles as LLaVA-NeXT does, and makes frames square as LLaVA-Video does. */
final class LlavaOneVisionPreparer implements VisualPreparer {
  private final VitConfig vit;
  private final Canvases canvases;
  private final Normalization normalization;
  private final Normalization clips;

  LlavaOneVisionPreparer(
      VitConfig vit, Canvases canvases, Normalization normalization, Normalization clips) {
    this.vit = vit;
    this.canvases = canvases;
    this.normalization = normalization;
    this.clips = clips;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.DROP;
  }

  @Override
  public Visual picture(RgbImage image) {
    return picture(image, PictureSettings.DEFAULT);
  }

  /** Pictures among others, and those with low detail, are one padded view. */
  @Override
  public Visual picture(RgbImage image, PictureSettings settings) {
    if (detail(settings).get() == Detail.LOW) {
      LlavaPreprocessor square =
          new LlavaPreprocessor(LlavaPreprocessor.Fit.PAD, vit.imageSize(), normalization);
      return new Still(
          square.apply(image),
          vit.imageSize() / (double) vit.patchSize(),
          new Picture(image.width(), image.height(), vit.patchSize(), true));
    }
    return new Tiled(
        new LlavaNextPreprocessor(canvases.asWritten(vit), normalization).apply(image),
        new Picture(image.width(), image.height(), vit.patchSize(), false));
  }

  @Override
  public Optional<Detail> detail(PictureSettings settings) {
    boolean whole = settings.amongOthers() || settings.detail() == Detail.LOW;
    return Optional.of(whole ? Detail.LOW : Detail.HIGH);
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

  /** Also {@code image_sizes} (height, width); without them one view without tiles. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    if (!file.has("image_sizes")) {
      return new Still(
          RawViews.read(path, file, 1, vit.imageSize()),
          vit.imageSize() / (double) vit.patchSize(),
          Picture.UNKNOWN);
    }
    RawViews.Size size = RawViews.size(path, file);
    AnyResLayout layout = canvases.asWritten(vit).layout(size.width(), size.height());
    return new Tiled(
        new LlavaNextPreprocessor.Views(
            RawViews.read(path, file, layout.views(), vit.imageSize()), layout),
        Picture.UNKNOWN);
  }

  private LlavaVideoPreprocessor square() {
    return new LlavaVideoPreprocessor(vit.imageSize(), clips);
  }
}
