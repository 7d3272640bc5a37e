package io.qcpruner.checkpoint.weights;

/** A checkpoint whose vision tower is published apart from it. */
public final class MissingTowerException extends WeightsException {
  private static final long serialVersionUID = 1L;

  public MissingTowerException(String message) {
    super(message);
  }
}
