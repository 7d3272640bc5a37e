package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.resize.Lanczos;
import java.util.ArrayList;
import java.util.List;

/**
 * Idefics3 and SmolVLM: a picture is made large, cut into square tiles, and shown as a whole after
 * them. Every resizing rounds to bytes, as in the reference.
 *
 * @param longestEdge longer side of a picture before it is cut, in pixels
 * @param tile side of a tile and of the view of the whole, in pixels
 * @param splits whether pictures are cut; otherwise the whole is the only view
 */
public record Idefics3Preprocessor(
    int longestEdge, int tile, boolean splits, Normalization normalization) {

  /** No side is longer than this, whatever a file says. */
  private static final int MAX_SIDE = 4096;

  public Idefics3Preprocessor {
    if (longestEdge < 1 || tile < 1) {
      throw new IllegalArgumentException("longest edge " + longestEdge + ", tile " + tile);
    }
  }

  /** A size in pixels. */
  record Size(int width, int height) {}

  /** All views of a picture. */
  public TiledViews picture(RgbImage image) {
    RgbImage large = enlarged(image);
    if (!splits) {
      return new TiledViews(pixels(List.of(Lanczos.resize(large, tile, tile))), 0, 0);
    }
    Size size = inTiles(large.width(), large.height());
    RgbImage canvas = Lanczos.resize(large, size.width(), size.height());
    if (size.width() <= tile && size.height() <= tile) {
      return new TiledViews(pixels(List.of(canvas)), 0, 0);
    }
    List<RgbImage> views = new ArrayList<>(TiledViews.cut(canvas, tile));
    views.add(Lanczos.resize(canvas, tile, tile));
    return new TiledViews(pixels(views), size.height() / tile, size.width() / tile);
  }

  /** Frames, which are never cut, as [frames, 3, tile, tile]. */
  public Pixels frames(List<RgbImage> frames) {
    return pixels(frames.stream().map(f -> Lanczos.resize(enlarged(f), tile, tile)).toList());
  }

  private RgbImage enlarged(RgbImage image) {
    Size size = enlarged(image.width(), image.height());
    return Lanczos.resize(image, size.width(), size.height());
  }

  /** The longer side gets the wanted length, and the other becomes even. */
  Size enlarged(int width, int height) {
    double ratio = (double) width / height;
    boolean wide = width >= height;
    int other = (int) (wide ? longestEdge / ratio : longestEdge * ratio);
    int even = Math.max(1, other + other % 2);
    return atMost(wide ? longestEdge : even, wide ? even : longestEdge);
  }

  private static Size atMost(int width, int height) {
    double ratio = (double) width / height;
    if (width >= height && width > MAX_SIDE) {
      return new Size(MAX_SIDE, Math.max(1, (int) (MAX_SIDE / ratio)));
    }
    return height > MAX_SIDE
        ? new Size(Math.max(1, (int) (MAX_SIDE * ratio)), MAX_SIDE)
        : new Size(width, height);
  }

  /** Both sides become whole tiles, the longer one first. */
  Size inTiles(int width, int height) {
    double ratio = (double) width / height;
    if (width >= height) {
      int w = whole(width);
      return new Size(w, whole((int) (w / ratio)));
    }
    int h = whole(height);
    return new Size(whole((int) (h * ratio)), h);
  }

  private int whole(int side) {
    return (int) Math.ceil((double) side / tile) * tile;
  }

  private Pixels pixels(List<RgbImage> views) {
    if (views.isEmpty()) {
      throw new IllegalArgumentException("no frames");
    }
    return normalization.stack(views, tile);
  }
}
