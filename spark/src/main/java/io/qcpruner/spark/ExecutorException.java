package io.qcpruner.spark;

/** An executor that cannot work; another one may. The message names the machine. */
final class ExecutorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ExecutorException(String message) {
    super(message);
  }
}
