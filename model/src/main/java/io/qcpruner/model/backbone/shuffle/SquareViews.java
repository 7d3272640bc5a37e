package io.qcpruner.model.backbone.shuffle;

import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;
import java.util.Optional;

/**
 * A picture as tiles and the whole behind them, or frames of a clip.
 *
 * @param pixels [views, 3, S, S]
 * @param tileRows rows of tiles, 0 for a picture that was not cut and for clips
 * @param tileCols columns of tiles
 * @param cells tokens that would fit along one side of a view, as a fraction
 * @param times when the frames of a clip were taken; empty for a picture
 */
public record SquareViews(
    Pixels pixels,
    int tileRows,
    int tileCols,
    double cells,
    Optional<ClipTimes> times,
    Picture picture)
    implements Visual {

  public SquareViews {
    int tiles = tileRows * tileCols;
    if (pixels.shape().length != 4 || tiles > 0 && pixels.shape()[0] != tiles + 1) {
      throw new IllegalArgumentException(
          "%d x %d tiles and the whole are not %s".formatted(tileRows, tileCols, pixels));
    }
  }

  /** How many views there are. */
  public int views() {
    return pixels.shape()[0];
  }

  @Override
  public boolean isClip() {
    return times.isPresent();
  }

  @Override
  public PatchGeometry geometry(int width, int height) {
    PatchGeometry whole = PatchGeometry.stretched(width, height, cells, cells);
    if (tileRows * tileCols == 0) {
      return whole;
    }
    PatchGeometry tile = PatchGeometry.tiled(width, height, tileRows, tileCols, cells);
    return (group, row, col) ->
        group < tileRows * tileCols ? tile.area(group, row, col) : whole.area(group, row, col);
  }
}
