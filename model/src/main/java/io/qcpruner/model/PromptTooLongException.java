package io.qcpruner.model;

/** A prompt with more rows than the model's context has. */
public final class PromptTooLongException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  PromptTooLongException(String message) {
    super(message);
  }
}
