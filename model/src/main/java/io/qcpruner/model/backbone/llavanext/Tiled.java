package io.qcpruner.model.backbone.llavanext;

import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;

/** A picture as a base view and tiles. */
public record Tiled(LlavaNextPreprocessor.Views views, VisionLayout.Picture picture)
    implements Visual {

  @Override
  public Pixels pixels() {
    return views.pixels();
  }

  @Override
  public PatchGeometry geometry(int width, int height) {
    return PatchGeometry.anyRes(width, height, views.layout());
  }
}
