package io.qcpruner.model.backbone.llavanext;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.llava.Canvases;
import io.qcpruner.model.backbone.llava.PicturePreparer;
import io.qcpruner.model.backbone.llava.RawViews;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Cuts a picture into a base view and the tiles of an AnyRes canvas. */
final class LlavaNextPreparer extends PicturePreparer {
  private final VitConfig vit;
  private final Canvases canvases;

  private final Normalization normalization;

  LlavaNextPreparer(String label, VitConfig vit, Canvases canvases, Normalization normalization) {
    super(label);
    this.normalization = normalization;
    this.vit = vit;
    this.canvases = canvases;
  }

  @Override
  public Visual picture(RgbImage image) {
    return picture(image, PictureSettings.DEFAULT);
  }

  /** With low detail the canvases with the fewest tiles. */
  @Override
  public Visual picture(RgbImage image, PictureSettings settings) {
    Canvases chosen = settings.detail() == Detail.LOW ? canvases.smallest() : canvases;
    return new Tiled(
        new LlavaNextPreprocessor(chosen.widthFirst(vit), normalization).apply(image),
        new Picture(image.width(), image.height(), vit.patchSize(), false));
  }

  @Override
  public Optional<Detail> detail(PictureSettings settings) {
    return Optional.of(settings.detail() == Detail.LOW ? Detail.LOW : Detail.HIGH);
  }

  /** Also {@code image_sizes} (height, width); read as the program that wrote the file reads it. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    RawViews.Size size = RawViews.size(path, file);
    AnyResLayout layout = canvases.asWritten(vit).layout(size.width(), size.height());
    Pixels pixels = RawViews.read(path, file, layout.views(), vit.imageSize());
    return new Tiled(new LlavaNextPreprocessor.Views(pixels, layout), Picture.UNKNOWN);
  }
}
