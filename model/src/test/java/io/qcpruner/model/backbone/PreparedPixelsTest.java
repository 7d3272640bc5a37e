package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.TinyBackbones;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of prepared pixels whose sizes can't be used. */
class PreparedPixelsTest {
  private static final long HUGE = Integer.MAX_VALUE;

  @TempDir Path folder;

  @Test
  void gridThatIsNotFilledIsNamed() throws IOException {
    VisualPreparer preparer = TinyBackbones.qwen().spec().preparer();
    for (long[] grid :
        new long[][] {
          {},
          {1},
          {1, 2},
          {1, 2, 3, 4},
          {0, 2, 2},
          {-1, -2, 2},
          {1, 3, 3},
          {1, 1, 4},
          {HUGE, HUGE, HUGE},
          {1L << 62, 4, 4},
          {1L << 32, 1L << 32, 2}
        }) {
      assertFails(preparer, "image_grid_thw", grid, "don't fill the grid");
    }
  }

  @Test
  void sizeOfNoPictureIsNamed() throws IOException {
    for (TinyModel model : List.of(TinyModel.NEXT, TinyModel.ONEVISION)) {
      for (long[] size :
          new long[][] {
            {}, {5}, {0, 5}, {5, -1}, {5, HUGE}, {HUGE, HUGE}, {1L << 40, 5}, {5, 5, 5}
          }) {
        assertFails(
            TinyBackbones.spec(model).preparer(),
            "image_sizes",
            size,
            "height and width of one picture");
      }
    }
  }

  private void assertFails(VisualPreparer preparer, String name, long[] sizes, String message)
      throws IOException {
    Path file = folder.resolve("pixels.safetensors");
    List<TensorSpec> specs =
        List.of(
            new TensorSpec("pixel_values", NumberType.F32, 36),
            new TensorSpec(name, NumberType.I64, sizes.length));
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs)) {
      writer.floats(new float[36]).longs(sizes).finish();
    }
    WeightsException refused =
        assertThrows(
            WeightsException.class, () -> preparer.raw(file), java.util.Arrays.toString(sizes));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }
}
