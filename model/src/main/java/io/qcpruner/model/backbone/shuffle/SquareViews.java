package io.qcpruner.model.backbone.shuffle;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.TiledViews;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.llava.RawViews;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A picture as tiles and the whole after them, or frames of a clip.
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
  private static final int MAX_TILES = 100;

  public SquareViews {
    int tiles = tileRows * tileCols;
    if (pixels.shape().length != 4 || tiles > 0 && pixels.shape()[0] != tiles + 1) {
      throw new IllegalArgumentException(
          "%d x %d tiles and the whole are not %s".formatted(tileRows, tileCols, pixels));
    }
  }

  /**
   * A picture in tiles.
   *
   * @param token side of a token in pixels of a view
   */
  public static SquareViews picture(TiledViews views, int token, Picture picture) {
    return new SquareViews(
        views.pixels(),
        views.rows(),
        views.columns(),
        cells(views.pixels(), token),
        Optional.empty(),
        picture);
  }

  /** Frames of a clip. */
  public static SquareViews clip(Pixels frames, int token, ClipTimes times) {
    return new SquareViews(frames, 0, 0, cells(frames, token), Optional.of(times), Picture.UNKNOWN);
  }

  /** A picture from a file: {@code pixel_values}, and {@code rows} and {@code cols} of tiles. */
  public static SquareViews raw(Path path, SafetensorsFile file, int side, int token)
      throws IOException {
    int rows = count(path, file, "rows");
    int cols = count(path, file, "cols");
    Pixels pixels = RawViews.read(path, file, rows * cols + 1, side);
    return picture(new TiledViews(pixels, rows, cols), token, Picture.UNKNOWN);
  }

  private static int count(Path path, SafetensorsFile file, String field) throws IOException {
    long count = file.has(field) ? file.longs(field)[0] : 0;
    if (count < 0 || count > MAX_TILES) {
      throw new WeightsException(
          "%s: %s is %d, a picture has 0 to %d".formatted(path, field, count, MAX_TILES));
    }
    return (int) count;
  }

  private static double cells(Pixels pixels, int token) {
    return pixels.shape()[2] / (double) token;
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
