package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * Rotary angles of new tokens in native memory. The positions of an answer follow each other, so a
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
   * @param cos cosines [1, d_h]
   * @param sin signed sines, the first half negated
   */
  public record Turn(RowView cos, RowView sin) {}

  /** [positions, d_h] each. */
  private record Block(ByteBuffer cos, ByteBuffer sin) {}

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
    int at = (int) (position % positions) * width;
    return new Turn(new RowView(block.cos(), at, width), new RowView(block.sin(), at, width));
  }

  private Block block(long first, int count) {
    long[] positions = new long[count];
    Arrays.setAll(positions, i -> first + i);
    long[][] onAxes = new long[axes][];
    Arrays.fill(onAxes, positions);
    return Scopes.compute(
        () -> {
          RotaryTable table = rotary.at(onAxes);
          return new Block(copyOf(table.cos()), copyOf(table.sin()));
        });
  }

  private static ByteBuffer copyOf(Tensor angles) {
    float[] numbers = Tensors.toFloats(angles);
    ByteBuffer made =
        ByteBuffer.allocateDirect(Float.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    made.asFloatBuffer().put(numbers);
    return made;
  }
}
