package io.qcpruner.model;

import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.prune.StageClock.Part;
import org.bytedeco.pytorch.Tensor;

/**
 * Watches one run of the pipeline and changes nothing. Every call is optional. Tensors are valid
 * during the call only and must not be written to.
 */
public interface PipelineObserver {
  /** Watches nothing. */
  PipelineObserver NONE = new PipelineObserver() {};

  /** Whether query anchors are to be found even if no method needs them. */
  default boolean wantsAnchors() {
    return false;
  }

  /** The sequence that enters the decoder. */
  default void assembled(AssembledPrompt prompt) {}

  /** Whether {@link #afterLayer} is to be called for this layer; -1 is before layer 0. */
  default boolean wantsLayer(int layer) {
    return false;
  }

  /** Whether the layer's queries and keys should be kept for {@link #afterLayer}. */
  default boolean wantsQueryKey(int layer) {
    return false;
  }

  /** Between two layers, before a method prunes there. */
  default void afterLayer(Boundary boundary) {}

  /**
   * All layers have run on the prompt.
   *
   * @param hidden [1, n', D] leaving the last layer, before the final norm
   */
  default void afterPrefill(Prefilled prompt, Tensor hidden) {}

  /** Like above without tensors: what is known before the first new token. */
  default void prefilled(Prefilled prompt) {}

  /** A new token was chosen. */
  default void token(int id) {}

  /** A stretch of time ended; a part may have several. */
  default void spent(Part part, long wallNanos) {}
}
