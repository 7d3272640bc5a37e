package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import java.util.ArrayList;
import java.util.List;

/**
 * A picture as a tower reads it that sees tiles and the whole after them.
 *
 * @param pixels [views, 3, tile, tile], the tiles row by row, then the whole
 * @param rows rows of tiles, 0 without tiles
 * @param columns columns of tiles, 0 without tiles
 */
public record TiledViews(Pixels pixels, int rows, int columns) {

  /** A canvas of whole tiles, row by row. */
  static List<RgbImage> cut(RgbImage canvas, int tile) {
    List<RgbImage> tiles = new ArrayList<>();
    for (int y = 0; y < canvas.height(); y += tile) {
      for (int x = 0; x < canvas.width(); x += tile) {
        tiles.add(canvas.crop(x, y, tile, tile));
      }
    }
    return tiles;
  }
}
