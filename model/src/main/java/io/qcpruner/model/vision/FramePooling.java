package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.VideoTokens;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Makes the patch grid of each frame smaller, after projection. */
public final class FramePooling {
  private FramePooling() {}

  /** Side of the pooled grid. */
  public static int side(VideoTokens tokens, int grid) {
    int s = tokens.stride();
    return tokens.pool() == VideoTokens.Pool.BILINEAR ? (grid + s - 1) / s : grid / s;
  }

  /**
   * @param rows [F, grid², D]
   * @return [F, side², D]
   */
  public static Tensor pool(VideoTokens tokens, Tensor rows, int grid) {
    int side = side(tokens, grid);
    long[] window = {tokens.stride(), tokens.stride()};
    long[] none = {0, 0};
    Tensor image = rows.transpose(1, 2).unflatten(2, grid, grid);
    Tensor pooled =
        switch (tokens.pool()) {
          case AVERAGE ->
              torch.avg_pool2d(image, window, window, none, false, true, new LongOptional());
          case MAX -> torch.max_pool2d(image, window, window, none, new long[] {1, 1}, false);
          case BILINEAR ->
              torch.upsample_bilinear2d(
                  image.contiguous(),
                  new long[] {side, side},
                  false,
                  new DoubleOptional(),
                  new DoubleOptional());
        };
    return pooled.flatten(2, 3).transpose(1, 2).contiguous();
  }
}
