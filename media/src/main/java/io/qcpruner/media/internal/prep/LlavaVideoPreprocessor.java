package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.resize.Bicubic;
import java.util.List;

/**
 * LLaVA-Video: every frame straight to a square, aspect not preserved.
 *
 * @param size side of a frame in pixels, 384 for the published tower
 */
public record LlavaVideoPreprocessor(int size, Normalization normalization) {

  /** The published model. */
  public static LlavaVideoPreprocessor siglip384() {
    return new LlavaVideoPreprocessor(384, Normalization.SIGLIP);
  }

  /** A frame at the size of the tower; decode with this to keep only small frames in memory. */
  public RgbImage shrink(RgbImage frame) {
    return Bicubic.resize(frame, size, size);
  }

  /** Frames, shrunk or not, as [frames, 3, size, size]. */
  public Pixels apply(List<RgbImage> frames) {
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("no frames");
    }
    return normalization.stack(frames.stream().map(this::shrink).toList(), size);
  }
}
