package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.resize.Bicubic;
import java.util.ArrayList;
import java.util.List;

/**
 * InternVL: a picture is stretched to the grid of tiles whose shape is most like its own, and shown
 * as a whole after them.
 *
 * @param tile side of a tile and of the view of the whole, in pixels
 * @param minTiles fewest tiles
 * @param maxTiles most tiles; 1 for pictures that are not cut
 */
public record RatioTiles(int tile, int minTiles, int maxTiles, Normalization normalization) {

  public RatioTiles {
    if (tile < 1 || minTiles < 1 || maxTiles < minTiles) {
      throw new IllegalArgumentException(
          "tile %d, %d to %d tiles".formatted(tile, minTiles, maxTiles));
    }
  }

  /** The same for pictures that are not cut. */
  public RatioTiles whole() {
    return new RatioTiles(tile, 1, 1, normalization);
  }

  /** Tiles across and down. */
  record Grid(int columns, int rows) {
    int tiles() {
      return columns * rows;
    }
  }

  /** All views of a picture: the tiles row by row, then the whole if there are several. */
  public TiledViews picture(RgbImage image) {
    Grid grid = grid(image.width(), image.height());
    RgbImage canvas = Bicubic.resize(image, tile * grid.columns(), tile * grid.rows());
    if (grid.tiles() == 1) {
      return new TiledViews(normalization.stack(List.of(canvas), tile), 0, 0);
    }
    List<RgbImage> views = new ArrayList<>(TiledViews.cut(canvas, tile));
    views.add(Bicubic.resize(image, tile, tile));
    return new TiledViews(normalization.stack(views, tile), grid.rows(), grid.columns());
  }

  /** A frame at the size of the tower. */
  public RgbImage shrink(RgbImage frame) {
    return Bicubic.resize(frame, tile, tile);
  }

  /** Frames, shrunk or not, as [frames, 3, tile, tile]. */
  public Pixels frames(List<RgbImage> frames) {
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("no frames");
    }
    return normalization.stack(frames.stream().map(this::shrink).toList(), tile);
  }

  /** The grid whose shape is nearest; of equally near ones the largest that is not too large. */
  Grid grid(int width, int height) {
    double ratio = (double) width / height;
    double area = (double) width * height;
    Grid best = new Grid(1, 1);
    double least = Double.POSITIVE_INFINITY;
    for (Grid grid : grids()) {
      double difference = Math.abs(ratio - (double) grid.columns() / grid.rows());
      boolean filled = area > 0.5 * tile * tile * grid.columns() * grid.rows();
      if (difference < least || difference == least && filled) {
        best = grid;
      }
      least = Math.min(least, difference);
    }
    return best;
  }

  /** By number of tiles, then columns. */
  private List<Grid> grids() {
    List<Grid> grids = new ArrayList<>();
    for (int tiles = minTiles; tiles <= maxTiles; tiles++) {
      for (int columns = 1; columns <= tiles; columns++) {
        if (tiles % columns == 0) {
          grids.add(new Grid(columns, tiles / columns));
        }
      }
    }
    return grids;
  }
}
