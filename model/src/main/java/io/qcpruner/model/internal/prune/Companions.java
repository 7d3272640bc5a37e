package io.qcpruner.model.internal.prune;

import io.qcpruner.model.vision.SiglipPoolingHead;
import java.util.Optional;

/**
 * Parts that some methods need and multimodal checkpoints leave out.
 *
 * @param clip for CDPruner
 * @param siglipHead for FastVID
 */
public record Companions(Optional<ClipCompanion> clip, Optional<SiglipPoolingHead> siglipHead) {
  public static final Companions NONE = new Companions(Optional.empty(), Optional.empty());
}
