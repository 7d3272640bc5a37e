package io.qcpruner.core.method;

import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Settings;
import java.util.List;

/** Methods for pictures by other authors, beyond those the paper compares with. */
final class PictureMethods {

  static final List<PruningMethod> ALL =
      List.of(
          new MethodEntry(
              "fastervlm",
              "patches the class row attends to most",
              List.of(),
              Obstacles::pooledFrames,
              (backbone, set) -> new FasterVlm(backbone.tower() == Tower.CLASS_ROW)),
          new MethodEntry(
              "vispruner",
              "patches the class row attends to most, and diverse others",
              List.of(VisPruner.IMPORTANT_RATIO),
              Obstacles::pooledFrames,
              PictureMethods::visPruner));

  private PictureMethods() {}

  private static Pruner visPruner(BackboneFacts backbone, Settings set) {
    VisPruner.Features features =
        switch (backbone.tower()) {
          case CLASS_ROW -> VisPruner.Features.CLASS_ROW;
          case PATCH_ROWS -> VisPruner.Features.PATCH_ROWS;
          case MERGED_UNITS -> VisPruner.Features.MERGED_UNITS;
        };
    return new VisPruner(new VisPruner.Parameters(set.get(VisPruner.IMPORTANT_RATIO), features));
  }
}
