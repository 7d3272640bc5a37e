package io.qcpruner.model.backbone.qwen;

import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.Visual;
import java.util.List;

/**
 * A picture or clip as patches in block order.
 *
 * @param secondsPerSlice time between two temporal slices of a clip; 0 for a picture
 * @param merge patches along one side of a merge unit
 * @param sliceTimes seconds from the start of the clip to the middle of each slice; empty if
 *     unknown
 */
public record PatchBlocks(
    QwenPreprocessor.Patches patches,
    double secondsPerSlice,
    int merge,
    VisionLayout.Picture picture,
    List<Double> sliceTimes)
    implements Visual {

  public PatchBlocks {
    sliceTimes = List.copyOf(sliceTimes);
  }

  /** Without times. */
  public PatchBlocks(
      QwenPreprocessor.Patches patches,
      double secondsPerSlice,
      int merge,
      VisionLayout.Picture picture) {
    this(patches, secondsPerSlice, merge, picture, List.of());
  }

  /** The middle of a slice in seconds; from the slices' distance if no times are known. */
  public double secondsOf(int slice) {
    return sliceTimes.isEmpty() ? slice * secondsPerSlice : sliceTimes.get(slice);
  }

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
