package io.qcpruner.model;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.config.VisionConfig;
import io.qcpruner.core.method.Backbone;
import io.qcpruner.core.method.Backbone.Kind;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.model.prune.Companions;
import io.qcpruner.model.vision.FramePooling;

/** What the registry of methods must know of a model. */
public final class MethodFacts {
  /** Base view and four tiles. */
  private static final int ANYRES_VIEWS = 5;

  /** 1008 / 28 rows and columns. */
  private static final int QWEN_PATCHES = 36 * 36;

  private MethodFacts() {}

  public static Backbone of(BackboneConfig config, Companions companions) {
    Kind kind =
        switch (config.family()) {
          case LLAVA_1_5 -> Kind.LLAVA_1_5;
          case LLAVA_NEXT -> Kind.LLAVA_NEXT;
          case LLAVA_VIDEO -> Kind.LLAVA_VIDEO;
          case QWEN2_5_VL -> Kind.QWEN2_5_VL;
        };
    return new Backbone(
        kind,
        config.decoder().layers(),
        nominalPatches(config),
        companions.clip().isPresent(),
        companions.siglipHead().isPresent());
  }

  private static int nominalPatches(BackboneConfig config) {
    if (!(config.vision() instanceof VisionConfig.Vit vit)) {
      return QWEN_PATCHES;
    }
    return switch (config.family()) {
      case LLAVA_NEXT -> ANYRES_VIEWS * vit.grid() * vit.grid();
      case LLAVA_VIDEO -> {
        int side = FramePooling.side(VideoTokens.EVALUATION, vit.grid());
        yield FrameSampling.PAPER.frames() * side * side;
      }
      default -> vit.grid() * vit.grid();
    };
  }
}
