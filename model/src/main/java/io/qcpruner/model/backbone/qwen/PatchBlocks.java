package io.qcpruner.model.backbone.qwen;

import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.prep.Pixels;
import io.qcpruner.media.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;

/**
 * A picture or clip as patches in block order.
 *
 * @param secondsPerSlice time between two temporal slices of a clip; 0 for a picture
 * @param merge patches along one side of a merge unit
 */
public record PatchBlocks(
    QwenPreprocessor.Patches patches,
    double secondsPerSlice,
    int merge,
    VisionLayout.Picture picture)
    implements Visual {

  @Override
  public Pixels pixels() {
    return patches.pixels();
  }

  @Override
  public boolean isClip() {
    return patches.gridTime() > 1 || secondsPerSlice > 0;
  }

  @Override
  public PatchGeometry geometry(int width, int height) {
    return PatchGeometry.stretched(
        width, height, patches.gridHeight() / merge, patches.gridWidth() / merge);
  }
}
