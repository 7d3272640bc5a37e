package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.Idefics3Preprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.ClipNotSupportedException;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.shuffle.ClipTimes;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Cuts pictures into tiles, and makes frames square. */
final class SmolVlmPreparer implements VisualPreparer {

  private final SmolVlmSpec spec;
  private final TileRule rule;
  private final Normalization normalization;
  private final Normalization clips;
  private final int side;
  private final int token;

  SmolVlmPreparer(
      SmolVlmSpec spec, TileRule rule, Normalization normalization, Normalization clips) {
    this.spec = spec;
    this.rule = rule;
    this.normalization = normalization;
    this.clips = clips;
    this.side = spec.tower().imageSize();
    this.token = spec.tower().patchSize() * spec.shuffle().factor();
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
    return picture(image, PictureSettings.DEFAULT);
  }

  /** With low detail one view, as with {@code do_image_splitting} false. */
  @Override
  public Visual picture(RgbImage image, PictureSettings settings) {
    boolean splits = rule.splits() && settings.detail() != Detail.LOW;
    return SquareViews.picture(
        new Idefics3Preprocessor(rule.longestEdge(), side, splits, normalization).picture(image),
        token,
        new Picture(image.width(), image.height(), token, false));
  }

  @Override
  public Optional<Detail> detail(PictureSettings settings) {
    return Optional.of(settings.detail() == Detail.LOW ? Detail.LOW : Detail.HIGH);
  }

  @Override
  public Visual clip(VideoFrames clip) {
    if (!takesClips()) {
      throw new ClipNotSupportedException(
          spec.family().label() + " answers about pictures, not clips");
    }
    Pixels frames =
        new Idefics3Preprocessor(rule.clipEdge(), side, false, clips).frames(clip.frames());
    return SquareViews.clip(frames, token, ClipTimes.of(clip));
  }

  /** Also {@code rows} and {@code cols} of tiles, where there are several views. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    return SquareViews.raw(path, file, side, token);
  }
}
