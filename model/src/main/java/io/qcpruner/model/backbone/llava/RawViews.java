package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.media.internal.prep.Pixels;
import java.io.IOException;
import java.nio.file.Path;

/** Prepared views from a file: {@code pixel_values} of square pictures. */
public final class RawViews {
  private RawViews() {}

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
