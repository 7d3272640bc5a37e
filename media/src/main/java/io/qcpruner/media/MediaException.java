package io.qcpruner.media;

import java.io.IOException;

/** A picture, clip or address that cannot be used; the message names it and says what is wrong. */
public final class MediaException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String source;
  private final String problem;

  public MediaException(String source, String problem) {
    this(source, problem, null);
  }

  public MediaException(String source, String problem, Throwable cause) {
    super(source + ": " + problem, cause);
    this.source = source;
    this.problem = problem;
  }

  /** Name of the file or address. */
  public String source() {
    return source;
  }

  /** What is wrong with it, without its name. */
  public String problem() {
    return problem;
  }
}
