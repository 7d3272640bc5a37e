package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;

/**
 * Frames as square views.
 *
 * @param pixels [frames, 3, S, S]
 * @param cells pooled cells that would fit along one side of a frame, as a fraction
 */
public record Clip(Pixels pixels, double cells) implements Visual {

  @Override
  public boolean isClip() {
    return true;
  }

  @Override
  public PatchGeometry geometry(int width, int height) {
    return PatchGeometry.stretched(width, height, cells, cells);
  }
}
