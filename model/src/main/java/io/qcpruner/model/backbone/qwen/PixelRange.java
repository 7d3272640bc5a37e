package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.media.internal.prep.SmartResize;
import java.util.Optional;

/**
 * The area that a picture has after resizing: between two numbers of pixels, or the same square for
 * every picture.
 *
 * @param min smallest area in pixels
 * @param max largest area in pixels
 * @param side side of the square; 0 for pictures that keep their shape
 */
public record PixelRange(long min, long max, int side) {

  /** The area of the square that the paper gives every picture: 1296 tokens of 28 pixels. */
  public static final int PAPER_SIDE = 1008;

  /** Every picture becomes that square, or the nearest of whole blocks. */
  public static PixelRange square(int side, int unit) {
    int whole = Math.max(1, Math.round((float) side / unit)) * unit;
    return new PixelRange((long) whole * whole, (long) whole * whole, whole);
  }

  /** Pictures keep their shape. */
  public static PixelRange between(long min, long max) {
    return new PixelRange(min, max, 0);
  }

  /**
   * What a preprocessor file says: {@code min_pixels} and {@code max_pixels}, else {@code size},
   * whose edges are areas too.
   */
  public PixelRange or(Optional<ConfigNode> file) throws ConfigException {
    if (file.isEmpty()) {
      return this;
    }
    ConfigNode node = file.get();
    ConfigNode size = node.object("size");
    long low = area(node, "min_pixels", area(size, "shortest_edge", min));
    long high = area(node, "max_pixels", area(size, "longest_edge", max));
    if (low > high) {
      throw node.wrong(node.has("max_pixels") ? "max_pixels" : "size", "at least " + low);
    }
    return between(low, high);
  }

  private static long area(ConfigNode node, String field, long fallback) throws ConfigException {
    if (!node.has(field)) {
      return fallback;
    }
    int pixels = node.integer(field, 0);
    if (pixels < 1) {
      throw node.wrong(field, "a positive number of pixels");
    }
    return pixels;
  }

  /** At most that area, and not less than one block. */
  public PixelRange atMost(long area) {
    return max <= area ? this : new PixelRange(Math.min(min, area), area, 0);
  }

  /** The rule for pictures that keep their shape. */
  Optional<SmartResize> rule(int unit) {
    return side > 0 ? Optional.empty() : Optional.of(new SmartResize(unit, min, max, false));
  }

  /** The size of the frames of a clip, whatever their number. */
  public FrameSize ofFrames(int unit) {
    return (frames, height, width) ->
        side > 0 ? new SmartResize.Size(side, side) : rule(unit).orElseThrow().of(height, width);
  }

  /** Side of the square, or of one block where there is none. */
  int square(int unit) {
    return side > 0 ? side : unit;
  }
}
