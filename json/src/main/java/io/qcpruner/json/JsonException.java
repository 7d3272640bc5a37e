package io.qcpruner.json;

import java.io.IOException;

/** JSON that can't be used; the message names the file, the line or field, and the problem. */
public final class JsonException extends IOException {
  private static final long serialVersionUID = 1;

  public JsonException(String where, String problem) {
    super(where + ": " + problem);
  }

  public JsonException(String where, String problem, Throwable cause) {
    super(where + ": " + problem, cause);
  }
}
