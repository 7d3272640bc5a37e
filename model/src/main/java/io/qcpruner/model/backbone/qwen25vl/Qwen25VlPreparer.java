package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.prep.Normalization;
import io.qcpruner.media.prep.Pixels;
import io.qcpruner.media.prep.QwenPreprocessor;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Resizes to the square that the paper gives every picture, and cuts it into patches. */
final class Qwen25VlPreparer implements VisualPreparer {
  private static final int SIDE = 1008;
  private static final int TWO = 2;

  private final QwenVisionConfig vision;

  Qwen25VlPreparer(QwenVisionConfig vision) {
    this.vision = vision;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.OVER_WHITE;
  }

  @Override
  public Visual picture(RgbImage image) throws MediaException {
    int unit = vision.patchSize() * vision.spatialMergeSize();
    return blocks(
        square().apply(image), 0, new Picture(image.width(), image.height(), unit, false));
  }

  @Override
  public Visual clip(VideoFrames frames) throws MediaException {
    double perSlice = vision.temporalPatchSize() * frames.seconds() / frames.frames().size();
    return blocks(square().applyVideo(frames.frames()), perSlice, Picture.UNKNOWN);
  }

  /** Also {@code image_grid_thw}: slices, rows and columns of patches. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    float[] values = file.floats("pixel_values");
    long[] grid = file.longs("image_grid_thw");
    long rows = Arrays.stream(grid).reduce(1, Math::multiplyExact);
    if (grid.length != 3 || rows < 1 || values.length % rows != 0) {
      throw new WeightsException(
          "%s: %d values don't fill the grid %s"
              .formatted(path, values.length, Arrays.toString(grid)));
    }
    Pixels pixels = new Pixels(new int[] {(int) rows, (int) (values.length / rows)}, values);
    return blocks(
        new QwenPreprocessor.Patches(pixels, (int) grid[0], (int) grid[1], (int) grid[2]),
        0,
        Picture.UNKNOWN);
  }

  /** The published square, or the nearest that holds whole pairs of patches. */
  private QwenPreprocessor square() {
    if (vision.spatialMergeSize() != TWO || vision.temporalPatchSize() != TWO) {
      throw new IllegalArgumentException(
          "pictures are cut for spatial_merge_size 2 and temporal_patch_size 2, not %d and %d"
              .formatted(vision.spatialMergeSize(), vision.temporalPatchSize()));
    }
    int unit = TWO * vision.patchSize();
    int side = Math.max(1, Math.round((float) SIDE / unit)) * unit;
    return new QwenPreprocessor(Optional.empty(), side, vision.patchSize(), Normalization.CLIP);
  }

  private Visual blocks(QwenPreprocessor.Patches patches, double secondsPerSlice, Picture picture) {
    return new PatchBlocks(patches, secondsPerSlice, vision.spatialMergeSize(), picture);
  }
}
