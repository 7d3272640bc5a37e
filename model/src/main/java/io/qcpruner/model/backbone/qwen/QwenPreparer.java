package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.media.internal.prep.SmartResize;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Resizes pictures and frames, and cuts them into patches in block order. */
public final class QwenPreparer implements VisualPreparer {
  private final PatchSizes sizes;
  private final PictureRanges pictures;
  private final FrameSize frames;
  private final Normalization normalization;
  private final Normalization frameScale;

  /**
   * @param pictures area that pictures may have
   * @param frames size that the frames of clips get
   */
  public QwenPreparer(
      PatchSizes sizes, PictureRanges pictures, FrameSize frames, Normalization normalization) {
    this(sizes, pictures, frames, normalization, normalization);
  }

  /**
   * @param frameScale pixel values of frames
   */
  public QwenPreparer(
      PatchSizes sizes,
      PictureRanges pictures,
      FrameSize frames,
      Normalization normalization,
      Normalization frameScale) {
    this.sizes = sizes;
    this.pictures = pictures;
    this.frames = frames;
    this.normalization = normalization;
    this.frameScale = frameScale;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.OVER_WHITE;
  }

  @Override
  public Visual picture(RgbImage image) throws MediaException {
    return picture(image, PictureSettings.DEFAULT);
  }

  @Override
  public Visual picture(RgbImage image, PictureSettings settings) throws MediaException {
    int unit = sizes.unit();
    return blocks(
        cutter(pictures.of(settings.detail(), unit), normalization).apply(image),
        0,
        new Picture(image.width(), image.height(), unit, false));
  }

  @Override
  public Optional<Detail> detail(PictureSettings settings) {
    return Optional.of(settings.detail());
  }

  @Override
  public Visual clip(VideoFrames clip) throws MediaException {
    double perSlice = sizes.time() * clip.seconds() / clip.frames().size();
    RgbImage first = clip.frames().get(0);
    SmartResize.Size size = frames.of(clip.frames().size(), first.height(), first.width());
    return new PatchBlocks(
        cutter(pictures.usual(), frameScale).applyVideo(clip.frames(), size),
        perSlice,
        sizes.merge(),
        Picture.UNKNOWN,
        sliceTimes(clip));
  }

  /** The middle between the first and the last frame of each slice; the last frame is repeated. */
  private List<Double> sliceTimes(VideoFrames clip) {
    int[] indices = clip.indices();
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < indices.length; i += sizes.time()) {
      int last = Math.min(i + sizes.time(), indices.length) - 1;
      times.add((indices[i] / clip.averageFps() + indices[last] / clip.averageFps()) / 2);
    }
    return times;
  }

  /** Also {@code image_grid_thw}: slices, rows and columns of patches. */
  @Override
  public Visual raw(Path path, SafetensorsFile file) throws IOException {
    float[] values = file.floats("pixel_values");
    long[] grid = file.longs("image_grid_thw");
    boolean whole = grid.length == 3 && Arrays.stream(grid).allMatch(n -> isCount(n, values));
    // each of them is at most the number of values, so two fit a long, and then the third does
    long rows = whole && isCount(grid[0] * grid[1], values) ? grid[0] * grid[1] * grid[2] : 0;
    int width = 3 * sizes.time() * sizes.patch() * sizes.patch();
    if (rows < 1
        || values.length % width != 0
        || values.length / width != rows
        || grid[1] % sizes.merge() != 0
        || grid[2] % sizes.merge() != 0) {
      throw new WeightsException(
          "%s: %d values don't fill the grid %s with patches of %d values in blocks of %d x %d"
              .formatted(
                  path, values.length, Arrays.toString(grid), width, sizes.merge(), sizes.merge()));
    }
    Pixels pixels = new Pixels(new int[] {(int) rows, width}, values);
    return blocks(
        new QwenPreprocessor.Patches(pixels, (int) grid[0], (int) grid[1], (int) grid[2]),
        0,
        Picture.UNKNOWN);
  }

  private static boolean isCount(long number, float[] values) {
    return number >= 1 && number <= values.length;
  }

  private QwenPreprocessor cutter(PixelRange range, Normalization scale) {
    if (sizes.merge() != QwenPreprocessor.MERGE || sizes.time() != QwenPreprocessor.TIME) {
      throw new IllegalArgumentException(
          "pictures are cut for spatial_merge_size 2 and temporal_patch_size 2, not %d and %d"
              .formatted(sizes.merge(), sizes.time()));
    }
    return new QwenPreprocessor(
        range.rule(sizes.unit()), range.square(sizes.unit()), sizes.patch(), scale);
  }

  private Visual blocks(QwenPreprocessor.Patches patches, double secondsPerSlice, Picture picture) {
    return new PatchBlocks(patches, secondsPerSlice, sizes.merge(), picture);
  }
}
