package io.qcpruner.model.backbone.shuffle;

import java.util.stream.IntStream;

/**
 * Blocks of neighbouring patches of a square grid.
 *
 * @param grid patches along a side of the grid
 * @param factor patches along a side of a block, a divisor of the grid
 */
public record PixelShuffle(int grid, int factor) {

  public PixelShuffle {
    if (factor < 1 || grid < 1 || grid % factor != 0) {
      throw new IllegalArgumentException(
          "a grid of %d patches a side has no blocks of %d".formatted(grid, factor));
    }
  }

  /** Blocks along a side. */
  public int side() {
    return grid / factor;
  }

  /** Blocks of the grid. */
  public int blocks() {
    return side() * side();
  }

  /** Patches of a block. */
  public int perBlock() {
    return factor * factor;
  }

  /** Raster places of all patches, block by block, and row by row within a block. */
  public int[] order() {
    return IntStream.range(0, grid * grid)
        .map(
            i -> {
              int block = i / perBlock();
              int inner = i % perBlock();
              int row = block / side() * factor + inner / factor;
              return row * grid + block % side() * factor + inner % factor;
            })
        .toArray();
  }
}
