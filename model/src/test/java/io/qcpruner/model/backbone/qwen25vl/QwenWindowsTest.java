package io.qcpruner.model.backbone.qwen25vl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.config.HiddenActivation;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The window order of the Qwen tower. */
class QwenWindowsTest {

  @Test
  void workedExample() {
    QwenWindows w = QwenWindows.of(tiny(), 1, 8, 10);
    assertArrayEquals(
        new int[] {0, 1, 5, 6, 2, 3, 7, 8, 4, 9, 10, 11, 15, 16, 12, 13, 17, 18, 14, 19},
        w.order());
    int[] bounds = w.windowLengths().clone();
    Arrays.parallelPrefix(bounds, Integer::sum);
    assertArrayEquals(new int[] {16, 32, 40, 56, 72, 80}, bounds);
  }

  @Test
  void fixedLayoutOfThePaper() {
    QwenVisionConfig published =
        new QwenVisionConfig(
            1280,
            3420,
            32,
            16,
            14,
            2,
            2,
            112,
            new int[] {7, 15, 23, 31},
            3584,
            2,
            HiddenActivation.SILU,
            10000);
    QwenWindows w = QwenWindows.of(published, 1, 72, 72);
    assertEquals(81, w.windowLengths().length);
    assertEquals(81 * 64, Arrays.stream(w.windowLengths()).filter(n -> n == 64).sum());
  }

  @Test
  void reverseUndoesTheOrderForClips() {
    QwenWindows w = QwenWindows.of(tiny(), 3, 6, 4);
    int[] reverse = w.reverse();
    for (int i = 0; i < reverse.length; i++) {
      assertEquals(i, w.order()[reverse[i]]);
    }
    assertArrayEquals(new int[] {24, 24, 24}, w.sliceLengths());
  }

  private static QwenVisionConfig tiny() {
    return new QwenVisionConfig(
        32, 48, 4, 2, 14, 2, 2, 56, new int[] {1, 3}, 64, 2, HiddenActivation.SILU, 10000);
  }
}
