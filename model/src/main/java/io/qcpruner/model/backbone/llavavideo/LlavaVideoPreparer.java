package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.LlavaVideoPreprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.RawViews;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Resizes every frame to the tower's square; a picture is a clip of one frame. */
final class LlavaVideoPreparer implements VisualPreparer {
  private final VitConfig vit;
  private final VideoTokens tokens;

  private final Normalization normalization;

  LlavaVideoPreparer(VitConfig vit, VideoTokens tokens, Normalization normalization) {
    this.normalization = normalization;
    this.vit = vit;
    this.tokens = tokens;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.DROP;
  }

  @Override
  public Visual picture(RgbImage image) {
    return clip(frames().apply(List.of(image)));
  }

  @Override
  public Visual clip(VideoFrames frames) {
    return clip(frames().apply(frames.frames()));
  }

  @Override
  public RgbImage shrink(RgbImage frame) {
    return frames().shrink(frame);
  }

  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    return clip(RawViews.read(path, file, 0, vit.imageSize()));
  }

  private LlavaVideoPreprocessor frames() {
    return new LlavaVideoPreprocessor(vit.imageSize(), normalization);
  }

  private Visual clip(Pixels pixels) {
    // pooling: one cell is as many patches wide as the stride
    return new Clip(pixels, vit.imageSize() / ((double) tokens.stride() * vit.patchSize()));
  }
}
