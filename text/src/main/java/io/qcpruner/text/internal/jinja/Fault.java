package io.qcpruner.text.internal.jinja;

/** What went wrong, at a line of the template; 0 where the line is not known yet. */
final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;

  Fault(int line, String problem) {
    super(problem, null, false, false);
    this.line = line;
  }

  Fault(String problem) {
    this(0, problem);
  }

  int line() {
    return line;
  }

  /** A copy of this fault at a line, if it has none yet. */
  Fault at(int where) {
    return line > 0 ? this : new Fault(where, getMessage());
  }
}
