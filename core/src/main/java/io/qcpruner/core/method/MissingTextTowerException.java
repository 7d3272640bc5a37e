package io.qcpruner.core.method;

/** A method needs the text tower that belongs to the vision tower, and it was not loaded. */
public final class MissingTextTowerException extends UnsupportedMethodException {
  private static final long serialVersionUID = 1L;

  public MissingTextTowerException(String message) {
    super(message);
  }
}
