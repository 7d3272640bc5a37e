package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.Idefics3Preprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.ClipNotSupportedException;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.RawViews;
import io.qcpruner.model.backbone.shuffle.ClipTimes;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Cuts pictures into tiles, and makes frames square. */
final class SmolVlmPreparer implements VisualPreparer {
  private static final int MAX_TILES = 100;

  private final SmolVlmSpec spec;
  private final TileRule rule;
  private final Normalization normalization;
  private final int side;

  SmolVlmPreparer(SmolVlmSpec spec, TileRule rule, Normalization normalization) {
    this.spec = spec;
    this.rule = rule;
    this.normalization = normalization;
    this.side = spec.tower().imageSize();
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.DROP;
  }

  @Override
  public boolean takesClips() {
    return spec.takesClips();
  }

  @Override
  public Visual picture(RgbImage image) {
    Idefics3Preprocessor.Views views =
        new Idefics3Preprocessor(rule.longestEdge(), side, rule.splits(), normalization)
            .picture(image);
    int token = spec.tower().patchSize() * spec.shuffle().factor();
    return views(
        views.pixels(),
        views.rows(),
        views.columns(),
        Optional.empty(),
        new Picture(image.width(), image.height(), token, false));
  }

  @Override
  public Visual clip(VideoFrames clip) {
    if (!takesClips()) {
      throw new ClipNotSupportedException(
          spec.family().label() + " answers about pictures, not clips");
    }
    Pixels frames =
        new Idefics3Preprocessor(rule.clipEdge(), side, false, normalization).frames(clip.frames());
    return views(frames, 0, 0, Optional.of(ClipTimes.of(clip)), Picture.UNKNOWN);
  }

  /** Also {@code rows} and {@code cols} of tiles, where there are several views. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    int rows = file.has("rows") ? (int) file.longs("rows")[0] : 0;
    int cols = file.has("cols") ? (int) file.longs("cols")[0] : 0;
    if (rows < 0 || cols < 0 || rows > MAX_TILES || cols > MAX_TILES) {
      throw new WeightsException("%s: %d x %d tiles".formatted(path, rows, cols));
    }
    Pixels pixels = RawViews.read(path, file, rows * cols + 1, side);
    return views(pixels, rows, cols, Optional.empty(), Picture.UNKNOWN);
  }

  private SquareViews views(
      Pixels pixels, int rows, int cols, Optional<ClipTimes> times, Picture picture) {
    double token = spec.tower().patchSize() * spec.shuffle().factor();
    return new SquareViews(pixels, rows, cols, side / token, times, picture);
  }
}
