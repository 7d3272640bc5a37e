package io.qcpruner.model.nn;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rotary angles of new tokens in Java arrays. The positions of an answer follow each other, so a
 * block of them is computed at once; the last blocks that were used are kept for all requests.
 */
public final class TurnBlocks {
  /** Positions computed together. */
  static final int BLOCK = 64;

  /** Blocks that are kept: two of each of 16 requests, whose layers may differ in position. */
  private static final int KEPT = 32;

  private final Rotary rotary;
  private final int axes;
  private final int width;
  private final Map<Long, Block> kept =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Block> eldest) {
          return size() > KEPT;
        }
      };

  /**
   * The angles of one position.
   *
   * @param cos cosines [d_h] from index {@code at}
   * @param sin signed sines [d_h] from there, the first half negated
   */
  public record Turn(float[] cos, float[] sin, int at) {}

  /** [positions, d_h] each. */
  private record Block(float[] cos, float[] sin) {}

  /**
   * @param axes of positions; a new token has the same on each
   */
  public TurnBlocks(Rotary rotary, int axes, int width) {
    this.rotary = rotary;
    this.axes = axes;
    this.width = width;
  }

  /** By any thread. */
  public synchronized Turn at(long position) {
    int positions = rotary.dependsOnLength() ? 1 : BLOCK;
    Block block = kept.computeIfAbsent(position / positions, b -> block(b * positions, positions));
    return new Turn(block.cos(), block.sin(), (int) (position % positions) * width);
  }

  private Block block(long first, int count) {
    long[] positions = new long[count];
    Arrays.setAll(positions, i -> first + i);
    long[][] onAxes = new long[axes][];
    Arrays.fill(onAxes, positions);
    return Scopes.compute(
        () -> {
          RotaryTable table = rotary.at(onAxes);
          return new Block(Tensors.toFloats(table.cos()), Tensors.toFloats(table.sin()));
        });
  }
}
