package io.qcpruner.model.backbone;

/** A clip was given to a family that answers about pictures. */
public final class ClipNotSupportedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public ClipNotSupportedException(String message) {
    super(message);
  }
}
