package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.qcpruner.checkpoint.config.RopeScaling;
import io.qcpruner.kernels.RowView;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Angles that are computed in blocks against angles that are computed one by one. The engine's
 * vector code and its code for what is left at the end may differ in the last two bits.
 */
class TurnBlocksTest {
  private static final Placement CPU = Placement.cpu();
  private static final int WIDTH = 24;
  private static final float LAST_BITS = 1.3e-7f; // two of numbers below 1

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 639, 100_003})
  void plain(long position) {
    assertSameAngles(new Rotary(WIDTH, 10_000, new int[0], CPU), 1, position);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 65, 5000})
  void threeAxes(long position) {
    assertSameAngles(new Rotary(WIDTH, 1e6, new int[] {2, 5, 5}, CPU), 3, position);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 31, 32, 33, 500})
  void frequenciesThatDependOnTheLength(long position) {
    RopeScaling growing = new RopeScaling.Dynamic(2, 32);
    assertSameAngles(new Rotary(WIDTH, 10_000, new int[0], growing, CPU), 1, position);
  }

  private static void assertSameAngles(Rotary rotary, int axes, long position) {
    TurnBlocks blocks = new TurnBlocks(rotary, axes, WIDTH);
    blocks.at(position + 1); // the block is there, or one beside it
    Turn turn = blocks.at(position);
    long[][] alone = new long[axes][];
    Arrays.fill(alone, new long[] {position});
    Scopes.run(
        () -> {
          RotaryTable table = rotary.at(alone);
          assertArrayEquals(Tensors.toFloats(table.cos()), row(turn.cos()), LAST_BITS);
          assertArrayEquals(Tensors.toFloats(table.sin()), row(turn.sin()), LAST_BITS);
        });
  }

  private static float[] row(RowView angles) {
    float[] out = new float[WIDTH];
    angles.numbers().asFloatBuffer().get(angles.at(), out);
    return out;
  }

  @Test
  void blocksAreKeptWhileTheyAreUsed() {
    TurnBlocks blocks = new TurnBlocks(new Rotary(WIDTH, 10_000, new int[0], CPU), 1, WIDTH);
    ByteBuffer first = blocks.at(5).cos().numbers();
    ByteBuffer second = blocks.at(TurnBlocks.BLOCK).cos().numbers();
    assertNotSame(first, second);
    for (int i = 2; i < 60; i++) {
      blocks.at((long) i * TurnBlocks.BLOCK);
      assertSame(first, blocks.at(6).cos().numbers(), "used all the time");
    }
    assertNotSame(second, blocks.at(TurnBlocks.BLOCK).cos().numbers(), "not used for a long time");
  }
}
