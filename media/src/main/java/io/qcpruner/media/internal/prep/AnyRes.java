package io.qcpruner.media.internal.prep;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Geometry of LLaVA-NeXT: choose a canvas for the image, place it there, and say which patches of
 * the canvas show the image.
 *
 * @param tile side of a tile and of the base view, in pixels; what is left over after the last
 *     whole patch isn't seen
 * @param patch side of a patch, in pixels
 * @param canvases canvas sizes in order of preference
 */
public record AnyRes(int tile, int patch, List<Canvas> canvases, Rounding rounding) {

  private static final int[][] PINPOINTS = {
    {336, 672}, {672, 336}, {672, 672}, {1008, 336}, {336, 1008}
  };

  /** A canvas size in pixels. */
  public record Canvas(int width, int height) {}

  /** How the two numbers of a pinpoint are read. */
  public enum PinpointOrder {
    /** Original code. */
    WIDTH_HEIGHT,
    /** Hugging Face processor. */
    HEIGHT_WIDTH
  }

  /** How the unpadded size is made whole. */
  public enum Rounding {
    /** Truncated: original code. */
    TRUNCATE,
    /** Rounded to seven decimals, then truncated: Hugging Face model. */
    SEVEN_DECIMALS
  }

  public AnyRes {
    canvases = List.copyOf(canvases);
    if (patch < 1 || tile < patch) {
      throw new IllegalArgumentException("tile " + tile + " holds no patch of " + patch);
    }
    if (canvases.isEmpty()) {
      throw new IllegalArgumentException("no canvas sizes");
    }
    for (Canvas c : canvases) {
      if (c.width < tile || c.height < tile || c.width % tile != 0 || c.height % tile != 0) {
        throw new IllegalArgumentException(
            "canvas " + c.width + "x" + c.height + " is not made of tiles of " + tile);
      }
    }
  }

  /** From a config's image_grid_pinpoints. */
  public static AnyRes of(
      int tile, int patch, int[][] pinpoints, PinpointOrder order, Rounding rounding) {
    List<Canvas> canvases = new ArrayList<>();
    for (int[] p : pinpoints) {
      if (p.length != 2) {
        throw new IllegalArgumentException("a pinpoint has two numbers, not " + p.length);
      }
      boolean widthFirst = order == PinpointOrder.WIDTH_HEIGHT;
      canvases.add(widthFirst ? new Canvas(p[0], p[1]) : new Canvas(p[1], p[0]));
    }
    return new AnyRes(tile, patch, canvases, rounding);
  }

  /** LLaVA-NeXT as the original code runs it. */
  public static AnyRes original() {
    return of(336, 14, PINPOINTS, PinpointOrder.WIDTH_HEIGHT, Rounding.TRUNCATE);
  }

  /** LLaVA-NeXT as Hugging Face transformers runs it. */
  public static AnyRes huggingFace() {
    return of(336, 14, PINPOINTS, PinpointOrder.HEIGHT_WIDTH, Rounding.SEVEN_DECIMALS);
  }

  /** Where an image of the given size goes. */
  public AnyResLayout layout(int width, int height) {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("image size " + width + "x" + height);
    }
    Canvas canvas = bestCanvas(width, height);
    double scaleWidth = (double) canvas.width / width;
    double scaleHeight = (double) canvas.height / height;
    boolean fillsWidth = scaleWidth < scaleHeight;
    int w =
        fillsWidth ? canvas.width : Math.min((int) Math.ceil(width * scaleHeight), canvas.width);
    int h =
        fillsWidth ? Math.min((int) Math.ceil(height * scaleWidth), canvas.height) : canvas.height;
    int grid = tile / patch;
    int across = canvas.width / tile;
    int down = canvas.height / tile;
    Box image = new Box((canvas.width - w) / 2, (canvas.height - h) / 2, w, h);
    Box kept = unpad(width, height, across * grid, down * grid);
    return new AnyResLayout(canvas, image, across, down, grid, kept);
  }

  /** The canvas that shows most of the image's pixels; among equals, the one that wastes least. */
  Canvas bestCanvas(int width, int height) {
    Canvas best = null;
    long bestEffective = 0;
    long bestWaste = Long.MAX_VALUE;
    for (Canvas c : canvases) {
      double scale = Math.min((double) c.width / width, (double) c.height / height);
      long shown = (long) (width * scale) * (long) (height * scale);
      long effective = Math.min(shown, (long) width * height);
      long waste = (long) c.width * c.height - effective;
      if (effective > bestEffective || (effective == bestEffective && waste < bestWaste)) {
        best = c;
        bestEffective = effective;
        bestWaste = waste;
      }
    }
    return best;
  }

  /** The part of the grid that shows the image. */
  private Box unpad(int width, int height, int columns, int rows) {
    if ((double) width / height > (double) columns / rows) {
      int shown = whole(height * ((double) columns / width));
      int cut = (rows - shown) / 2;
      return new Box(0, cut, columns, rows - 2 * cut);
    }
    int shown = whole(width * ((double) rows / height));
    int cut = (columns - shown) / 2;
    return new Box(cut, 0, columns - 2 * cut, rows);
  }

  private int whole(double size) {
    return rounding == Rounding.TRUNCATE
        ? (int) size
        : new BigDecimal(size).setScale(7, RoundingMode.HALF_EVEN).intValue();
  }
}
