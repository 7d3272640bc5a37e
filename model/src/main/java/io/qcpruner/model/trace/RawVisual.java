package io.qcpruner.model.trace;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.VisionConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.prep.AnyRes;
import io.qcpruner.media.prep.LlavaNextPreprocessor;
import io.qcpruner.media.prep.Pixels;
import io.qcpruner.media.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.Visual;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Prepared pixels from a file, in the names and shapes of transformers: {@code pixel_values}, for
 * LLaVA-NeXT also {@code image_sizes} (height, width), for Qwen2.5-VL also {@code image_grid_thw}.
 */
public final class RawVisual {
  private RawVisual() {}

  public static Visual read(Path path, BackboneConfig config) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      float[] values = file.floats("pixel_values");
      return switch (config.family()) {
        case LLAVA_1_5 -> new Visual.Still(views(path, values, 1, config), Picture.UNKNOWN);
        case LLAVA_NEXT -> tiled(path, file, values, config);
        case LLAVA_VIDEO -> new Visual.Clip(views(path, values, 0, config));
        case QWEN2_5_VL -> patches(path, file, values);
      };
    }
  }

  /** [V, 3, S, S], or [3, S, S] for one view; 0 views means as many as there are values for. */
  private static Pixels views(Path path, float[] values, int count, BackboneConfig config)
      throws WeightsException {
    int side = ((VisionConfig.Vit) config.vision()).imageSize();
    int size = 3 * side * side;
    int views = count == 0 ? values.length / size : count;
    if (views == 0 || values.length != views * size) {
      throw new WeightsException(
          "%s: pixel_values has %d values, expected %s views of 3 x %d x %d"
              .formatted(path, values.length, count == 0 ? "whole" : count, side, side));
    }
    return new Pixels(new int[] {views, 3, side, side}, values);
  }

  private static Visual tiled(
      Path path, SafetensorsFile file, float[] values, BackboneConfig config) throws IOException {
    long[] size = file.longs("image_sizes");
    VisionConfig.Vit vit = (VisionConfig.Vit) config.vision();
    AnyRes geometry =
        AnyRes.of(
            vit.imageSize(),
            vit.patchSize(),
            config.gridPinpoints(),
            config.pinpointsHeightFirst()
                ? AnyRes.PinpointOrder.HEIGHT_WIDTH
                : AnyRes.PinpointOrder.WIDTH_HEIGHT,
            config.pinpointsHeightFirst()
                ? AnyRes.Rounding.SEVEN_DECIMALS
                : AnyRes.Rounding.TRUNCATE);
    var layout = geometry.layout((int) size[1], (int) size[0]);
    Pixels pixels = views(path, values, layout.views(), config);
    return new Visual.Tiled(new LlavaNextPreprocessor.Views(pixels, layout), Picture.UNKNOWN);
  }

  private static Visual patches(Path path, SafetensorsFile file, float[] values)
      throws IOException {
    long[] grid = file.longs("image_grid_thw");
    long rows = Arrays.stream(grid).reduce(1, Math::multiplyExact);
    if (grid.length != 3 || rows < 1 || values.length % rows != 0) {
      throw new WeightsException(
          "%s: %d values don't fill the grid %s"
              .formatted(path, values.length, Arrays.toString(grid)));
    }
    Pixels pixels = new Pixels(new int[] {(int) rows, (int) (values.length / rows)}, values);
    return new Visual.Patches(
        new QwenPreprocessor.Patches(pixels, (int) grid[0], (int) grid[1], (int) grid[2]),
        0,
        Picture.UNKNOWN);
  }
}
