package io.qcpruner.server.error;

/** A request that is refused; its message is ours, says what to do, and goes to the client. */
public final class RequestException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String param;

  /**
   * @param param the field at fault, as a path such as {@code messages[1].content[0]}; null for
   *     none
   */
  public RequestException(ErrorCode code, String param, String message) {
    super(message);
    this.code = code;
    this.param = param;
  }

  public RequestException(ErrorCode code, String message) {
    this(code, null, message);
  }

  public ErrorCode code() {
    return code;
  }

  public String param() {
    return param;
  }
}
