package io.qcpruner.model.backbone.qwen25vl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.model.backbone.qwen.PatchGrid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The window order of the Qwen tower. */
class QwenWindowsTest {

  @Test
  void workedExample() throws IOException {
    QwenWindows w = QwenWindows.of(tiny(), new PatchGrid(1, 8, 10, 2));
    assertArrayEquals(
        new int[] {0, 1, 5, 6, 2, 3, 7, 8, 4, 9, 10, 11, 15, 16, 12, 13, 17, 18, 14, 19},
        w.order());
    int[] bounds = w.windowLengths().clone();
    Arrays.parallelPrefix(bounds, Integer::sum);
    assertArrayEquals(new int[] {16, 32, 40, 56, 72, 80}, bounds);
  }

  @Test
  void fixedLayoutOfThePaper() throws IOException {
    QwenVisionConfig published = config("{'hidden_size': 1280}");
    QwenWindows w = QwenWindows.of(published, new PatchGrid(1, 72, 72, 2));
    assertEquals(81, w.windowLengths().length);
    assertEquals(81 * 64, Arrays.stream(w.windowLengths()).filter(n -> n == 64).sum());
  }

  @Test
  void reverseUndoesTheOrderForClips() throws IOException {
    QwenWindows w = QwenWindows.of(tiny(), new PatchGrid(3, 6, 4, 2));
    int[] reverse = w.reverse();
    for (int i = 0; i < reverse.length; i++) {
      assertEquals(i, w.order()[reverse[i]]);
    }
    assertArrayEquals(new int[] {24, 24, 24}, new PatchGrid(3, 6, 4, 2).sliceLengths());
  }

  private static QwenVisionConfig tiny() throws IOException {
    return config("{'hidden_size': 32, 'num_heads': 2, 'depth': 4, 'window_size': 56}");
  }

  private static QwenVisionConfig config(String json) throws IOException {
    byte[] text = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return QwenVisionConfig.read(ConfigNode.parse(Path.of("config.json"), text));
  }
}
