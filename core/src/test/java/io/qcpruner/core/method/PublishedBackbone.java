package io.qcpruner.core.method;

import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;

/** The facts of the published models, for tests. */
enum PublishedBackbone {
  LLAVA_1_5("LLaVA-1.5", Tower.CLASS_ROW, Views.PADDED_SQUARE, 0f),
  LLAVA_NEXT("LLaVA-NeXT", Tower.CLASS_ROW, Views.TILES, 0f),
  LLAVA_VIDEO("LLaVA-Video", Tower.PATCH_ROWS, Views.POOLED_FRAMES, 0.5f),
  QWEN2_5_VL("Qwen2.5-VL", Tower.MERGED_UNITS, Views.ANY_SIZE, 0.4f);

  private final String label;
  private final Tower tower;
  private final Views views;
  private final float rho;

  PublishedBackbone(String label, Tower tower, Views views, float rho) {
    this.label = label;
    this.tower = tower;
    this.views = views;
    this.rho = rho;
  }

  /** Without anything beside its own weights. */
  BackboneFacts bare(int layers, int patches) {
    return BackboneFacts.of(label, tower, views, layers, patches).withRho(rho);
  }

  /** With the text tower, or the pooling head, of its vision model. */
  BackboneFacts facts(int layers, int patches) {
    BackboneFacts bare = bare(layers, patches);
    return switch (tower) {
      case CLASS_ROW -> bare.withJointSpace();
      case PATCH_ROWS -> bare.withPoolingHead();
      case MERGED_UNITS -> bare;
    };
  }
}
