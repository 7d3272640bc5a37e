package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;

/**
 * How pictures are cut.
 *
 * @param patch side of a patch in pixels
 * @param merge patches along one side of a block, which becomes one token
 * @param time frames of a temporal slice
 */
public record PatchSizes(int patch, int merge, int time) {

  /** Reads the sizes of a tower. */
  public static PatchSizes read(ConfigNode vision, int patch) throws ConfigException {
    PatchSizes sizes =
        new PatchSizes(
            vision.size("patch_size", patch),
            vision.size("spatial_merge_size", 2),
            vision.size("temporal_patch_size", 2));
    if (vision.integer("in_channels", vision.integer("in_chans", 3)) != 3) {
      throw vision.wrong(vision.has("in_channels") ? "in_channels" : "in_chans", "3");
    }
    if (vision.integer("spatial_patch_size", sizes.patch) != sizes.patch) {
      throw vision.wrong("spatial_patch_size", "the patch_size " + sizes.patch);
    }
    return sizes;
  }

  /** Side of a block in pixels. */
  public int unit() {
    return patch * merge;
  }
}
