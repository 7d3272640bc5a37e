package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.internal.prep.Pixels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Prepared views from a file: {@code pixel_values} of square pictures. */
public final class RawViews {
  private static final int MAX_SIDE = MediaLimits.DEFAULT.maxImageSide();

  private RawViews() {}

  /** A picture's size before it was prepared. */
  public record Size(int width, int height) {}

  /** The size of the one picture in {@code image_sizes}, which holds height and width. */
  public static Size size(Path path, SafetensorsFile file) throws IOException {
    long[] size = file.longs("image_sizes");
    if (size.length != 2 || !isSide(size[0]) || !isSide(size[1])) {
      throw new WeightsException(
          "%s: image_sizes must be the height and width of one picture, each 1 to %d, not %s"
              .formatted(path, MAX_SIDE, Arrays.toString(size)));
    }
    return new Size((int) size[1], (int) size[0]);
  }

  private static boolean isSide(long pixels) {
    return pixels >= 1 && pixels <= MAX_SIDE;
  }

  /**
   * Views as [V, 3, S, S].
   *
   * @param count how many there must be; 0 for as many as there are values for
   * @param side S
   */
  public static Pixels read(Path path, SafetensorsFile file, int count, int side)
      throws IOException {
    float[] values = file.floats("pixel_values");
    int size = 3 * side * side;
    int views = count == 0 ? values.length / size : count;
    if (views == 0 || values.length != views * size) {
      throw new WeightsException(
          "%s: pixel_values has %d values, expected %s views of 3 x %d x %d"
              .formatted(path, values.length, count == 0 ? "whole" : count, side, side));
    }
    return new Pixels(new int[] {views, 3, side, side}, values);
  }
}
