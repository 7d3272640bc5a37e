package io.qcpruner.model.backbone.internvl;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.RatioTiles;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.shuffle.ClipTimes;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Stretches pictures to a grid of tiles, and frames to a square. */
final class InternVlPreparer implements VisualPreparer {
  private final InternVlSpec spec;

  InternVlPreparer(InternVlSpec spec) {
    this.spec = spec;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.DROP;
  }

  @Override
  public Visual picture(RgbImage image) {
    return picture(image, PictureSettings.DEFAULT);
  }

  /** With low detail one view, as with {@code max_patches} 1. */
  @Override
  public Visual picture(RgbImage image, PictureSettings settings) {
    RatioTiles tiles = settings.detail() == Detail.LOW ? spec.tiles().whole() : spec.tiles();
    return SquareViews.picture(
        tiles.picture(image),
        spec.token(),
        new Picture(image.width(), image.height(), spec.token(), false));
  }

  @Override
  public Optional<Detail> detail(PictureSettings settings) {
    return Optional.of(settings.detail() == Detail.LOW ? Detail.LOW : Detail.HIGH);
  }

  @Override
  public Visual clip(VideoFrames clip) {
    return SquareViews.clip(spec.frames().frames(clip.frames()), spec.token(), ClipTimes.of(clip));
  }

  @Override
  public RgbImage shrink(RgbImage frame) {
    return spec.frames().shrink(frame);
  }

  /** Also {@code rows} and {@code cols} of tiles, where there are several views. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    return SquareViews.raw(path, file, spec.tiles().tile(), spec.token());
  }
}
