package io.qcpruner.text;

import java.io.IOException;

/** A tokenizer file that can't be used; the message names the file and what is wrong. */
public final class TokenizerException extends IOException {
  private static final long serialVersionUID = 1L;

  public TokenizerException(String message) {
    super(message);
  }

  public TokenizerException(String message, Throwable cause) {
    super(message, cause);
  }
}
