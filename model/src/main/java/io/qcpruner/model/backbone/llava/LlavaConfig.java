package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.model.backbone.BackboneConfig;

/** What a LLaVA configuration says, whichever program wrote it. */
public record LlavaConfig(BackboneConfig backbone, VitConfig vit) {}
