package io.qcpruner.model.internal.prune;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;

/** Signals that do not change from layer to layer: what the vision tower and the question give. */
interface PromptSignals {

  VisionLayout vision();

  /**
   * @throws IllegalArgumentException if this model can't give the signal; the message says why
   */
  Matrix get(Signal signal);

  /**
   * A signal of one layer of the tower.
   *
   * @throws IllegalArgumentException if this model can't give the signal; the message says why
   */
  Matrix get(Signal signal, int towerLayer);
}
