package io.qcpruner.model.backbone.llava15;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.LlavaPreprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.llava.PicturePreparer;
import io.qcpruner.model.backbone.llava.RawViews;
import java.io.IOException;
import java.nio.file.Path;

/** Pads a picture to a square of the tower's size. */
final class Llava15Preparer extends PicturePreparer {
  private final VitConfig vit;

  private final Normalization normalization;

  Llava15Preparer(String label, VitConfig vit, Normalization normalization) {
    super(label);
    this.vit = vit;
    this.normalization = normalization;
  }

  @Override
  public Visual picture(RgbImage image) {
    LlavaPreprocessor square =
        new LlavaPreprocessor(LlavaPreprocessor.Fit.PAD, vit.imageSize(), normalization);
    return new Still(
        square.apply(image),
        vit.grid(),
        new Picture(image.width(), image.height(), vit.patchSize(), true));
  }

  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    return new Still(RawViews.read(path, file, 1, vit.imageSize()), vit.grid(), Picture.UNKNOWN);
  }
}
