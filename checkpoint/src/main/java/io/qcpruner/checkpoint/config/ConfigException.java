package io.qcpruner.checkpoint.config;

import java.io.IOException;

/** A configuration file that can't be used; the message names the file, the field and the value. */
public final class ConfigException extends IOException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
