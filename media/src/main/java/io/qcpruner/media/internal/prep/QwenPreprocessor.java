package io.qcpruner.media.internal.prep;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.image.JpegRoundTrip;
import io.qcpruner.media.internal.resize.Bicubic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Qwen2.5-VL: resize to whole patches and list them in the order of the tower, which keeps the four
 * patches of one token together.
 *
 * @param nativeSize size rule; empty for the fixed square of the paper
 * @param fixedSide side of the fixed square in pixels
 * @param patch side of a patch
 * @param jpegRoundTrip whether an image first suffers the loss of a JPEG of quality 85, as in
 *     lmms-eval; off unless that harness is to be imitated
 */
public record QwenPreprocessor(
    Optional<SmartResize> nativeSize,
    int fixedSide,
    int patch,
    Normalization normalization,
    boolean jpegRoundTrip) {

  private static final int ROUND_TRIP_QUALITY = 85;

  /** Patches along each side of a token. */
  public static final int MERGE = 2;

  /** Frames in one temporal patch. */
  public static final int TIME = 2;

  /**
   * Patches of an image or clip.
   *
   * @param pixels [gridTime * gridHeight * gridWidth, 3 * 2 * patch * patch]; a row runs over
   *     channel, time, y, x
   * @param gridTime pairs of frames, 1 for an image
   * @param gridHeight patches from top to bottom
   * @param gridWidth patches from left to right
   */
  public record Patches(Pixels pixels, int gridTime, int gridHeight, int gridWidth) {

    /** Visual tokens after the merger. */
    public int tokens() {
      return gridTime * gridHeight * gridWidth / (MERGE * MERGE);
    }
  }

  public QwenPreprocessor {
    if (patch < 1 || fixedSide < 1 || fixedSide % (patch * MERGE) != 0) {
      throw new IllegalArgumentException(
          "side " + fixedSide + " is not a multiple of two patches of " + patch);
    }
    int factor = nativeSize.map(SmartResize::factor).orElse(patch * MERGE);
    if (factor % (patch * MERGE) != 0) {
      throw new IllegalArgumentException(
          "factor " + factor + " is not a multiple of two patches of " + patch);
    }
  }

  public QwenPreprocessor(
      Optional<SmartResize> nativeSize, int fixedSide, int patch, Normalization normalization) {
    this(nativeSize, fixedSide, patch, normalization, false);
  }

  /** Every image at 1008 x 1008: the paper's fixed layout of 1296 tokens. */
  public static QwenPreprocessor fixed1008() {
    return new QwenPreprocessor(Optional.empty(), 1008, 14, Normalization.CLIP);
  }

  /** Sizes near the image's own, with an area within bounds. */
  public static QwenPreprocessor nativeSize(long minPixels, long maxPixels) {
    SmartResize rule = new SmartResize(28, minPixels, maxPixels, false);
    return new QwenPreprocessor(Optional.of(rule), 1008, 14, Normalization.CLIP);
  }

  /** A copy with the JPEG round trip on or off. */
  public QwenPreprocessor withJpegRoundTrip(boolean on) {
    return new QwenPreprocessor(nativeSize, fixedSide, patch, normalization, on);
  }

  /** Patches of one image; both time slices show it. */
  public Patches apply(RgbImage image) throws MediaException {
    RgbImage resized =
        resize(jpegRoundTrip ? JpegRoundTrip.apply(image, ROUND_TRIP_QUALITY) : image);
    return patches(List.of(resized, resized));
  }

  /** Patches of a clip, whose frames are of one size; an odd last frame is repeated. */
  public Patches applyVideo(List<RgbImage> frames) throws MediaException {
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("no frames");
    }
    return applyVideo(frames, size(frames.get(0)));
  }

  /** A copy with frames of a given size, whole blocks of patches. */
  public Patches applyVideo(List<RgbImage> frames, SmartResize.Size size) throws MediaException {
    List<RgbImage> resized = new ArrayList<>();
    for (RgbImage frame : frames) {
      resized.add(Bicubic.resize(frame, size.width(), size.height()));
    }
    if (resized.size() % TIME != 0) {
      resized.add(resized.get(resized.size() - 1));
    }
    return patches(resized);
  }

  /** The image at the size of the patches. */
  public RgbImage resize(RgbImage image) throws MediaException {
    SmartResize.Size size = size(image);
    return Bicubic.resize(image, size.width(), size.height());
  }

  private SmartResize.Size size(RgbImage image) throws MediaException {
    return nativeSize.isEmpty()
        ? new SmartResize.Size(fixedSide, fixedSide)
        : nativeSize.get().of(image.height(), image.width());
  }

  private Patches patches(List<RgbImage> frames) {
    int width = frames.get(0).width();
    int height = frames.get(0).height();
    for (RgbImage f : frames) {
      if (f.width() != width || f.height() != height) {
        throw new IllegalArgumentException("frames of a clip differ in size: " + f);
      }
    }
    int rows = height / patch;
    int columns = width / patch;
    int pairs = frames.size() / TIME;
    Pixels out =
        Pixels.zeros(
            Math.multiplyExact(pairs, Math.multiplyExact(rows, columns)), 3 * TIME * patch * patch);
    int to = 0;
    for (int t = 0; t < pairs; t++) {
      List<RgbImage> pair = frames.subList(TIME * t, TIME * t + TIME);
      for (int block = 0; block < rows * columns / (MERGE * MERGE); block++) {
        int blockRow = block / (columns / MERGE);
        int blockColumn = block % (columns / MERGE);
        for (int inner = 0; inner < MERGE * MERGE; inner++) {
          int row = MERGE * blockRow + inner / MERGE;
          int column = MERGE * blockColumn + inner % MERGE;
          to = writePatch(pair, row, column, out.data(), to);
        }
      }
    }
    return new Patches(out, pairs, rows, columns);
  }

  /** Writes one patch of a pair of frames in the order channel, time, y, x; returns the new end. */
  private int writePatch(List<RgbImage> pair, int row, int column, float[] out, int to) {
    for (int channel = 0; channel < 3; channel++) {
      for (RgbImage frame : pair) {
        for (int y = 0; y < patch; y++) {
          int from = 3 * ((row * patch + y) * frame.width() + column * patch) + channel;
          for (int x = 0; x < patch; x++, from += 3) {
            out[to++] = normalization.value(channel, frame.rgb()[from] & 255);
          }
        }
      }
    }
    return to;
  }
}
