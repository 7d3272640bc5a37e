package io.qcpruner.text.internal.jinja;

/**
 * A template that can't be read or rendered; the message names the file, the line and the fault.
 */
public final class JinjaException extends Exception {
  private static final long serialVersionUID = 1L;

  JinjaException(String label, int line, String problem) {
    super("%s line %d: %s".formatted(label, line, problem));
  }
}
