package io.qcpruner.model.backbone;

import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.prep.LlavaNextPreprocessor;
import io.qcpruner.media.prep.Pixels;
import io.qcpruner.media.prep.QwenPreprocessor;

/** A picture or clip, prepared for one family's tower. */
public sealed interface Visual {

  /**
   * LLaVA-1.5.
   *
   * @param pixels [3, S, S]
   */
  record Still(Pixels pixels, VisionLayout.Picture picture) implements Visual {}

  /** LLaVA-NeXT: a base view and tiles. */
  record Tiled(LlavaNextPreprocessor.Views views, VisionLayout.Picture picture) implements Visual {}

  /**
   * LLaVA-Video.
   *
   * @param pixels [frames, 3, S, S]
   */
  record Clip(Pixels pixels) implements Visual {}

  /**
   * Qwen2.5-VL, picture or clip.
   *
   * @param secondsPerSlice time between two temporal slices of a clip; 0 for a picture
   */
  record Patches(
      QwenPreprocessor.Patches patches, double secondsPerSlice, VisionLayout.Picture picture)
      implements Visual {
    public boolean isClip() {
      return patches.gridTime() > 1 || secondsPerSlice > 0;
    }
  }
}
