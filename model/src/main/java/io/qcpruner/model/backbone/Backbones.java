package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.llava15.Llava15;
import io.qcpruner.model.backbone.llavanext.LlavaNext;
import io.qcpruner.model.backbone.llavavideo.LlavaVideo;
import io.qcpruner.model.backbone.qwen25vl.Qwen25Vl;
import io.qcpruner.model.nn.Parts;

/** The one place that knows which class runs which family. */
public final class Backbones {
  private Backbones() {}

  /** With the paper's profile: pooled video frames with a newline after each grid row. */
  public static Backbone of(BackboneConfig config, Parts parts) throws WeightsException {
    return switch (config.family()) {
      case LLAVA_1_5 -> new Llava15(config, parts);
      case LLAVA_NEXT -> new LlavaNext(config, parts);
      case LLAVA_VIDEO -> new LlavaVideo(config, VideoTokens.EVALUATION, parts);
      case QWEN2_5_VL -> new Qwen25Vl(config, parts);
    };
  }
}
