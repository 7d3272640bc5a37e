package io.qcpruner.eval.data;

import io.qcpruner.json.JsonException;
import java.io.IOException;

/** A benchmark file that cannot be used; the message names the file and the place in it. */
public class DataException extends IOException {
  private static final long serialVersionUID = 1;

  public DataException(String where, String problem) {
    super(where + ": " + problem);
  }

  /** JSON that can't be read; its message already names the place. */
  DataException(JsonException cause) {
    super(cause.getMessage(), cause);
  }

  public DataException(String where, String problem, Throwable cause) {
    super(where + ": " + problem, cause);
  }
}
