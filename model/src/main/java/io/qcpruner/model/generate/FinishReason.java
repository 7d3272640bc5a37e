package io.qcpruner.model.generate;

/** Why an answer ended. */
public enum FinishReason {
  /** A stop id or a stop string. */
  STOP,
  /** The limit of new tokens. */
  LENGTH,
  /** The caller asked to stop. */
  CANCELLED
}
