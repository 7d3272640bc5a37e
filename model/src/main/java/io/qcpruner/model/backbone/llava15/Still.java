package io.qcpruner.model.backbone.llava15;

import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;

/**
 * A picture as one square view.
 *
 * @param pixels [3, S, S]
 * @param grid patches that would fit along one side, as a fraction
 */
public record Still(Pixels pixels, double grid, VisionLayout.Picture picture) implements Visual {

  @Override
  public PatchGeometry geometry(int width, int height) {
    return PatchGeometry.padded(width, height, grid);
  }
}
