package io.qcpruner.eval.task;

/** A benchmark that reads files was asked for without a folder to read them from. */
public final class MissingDataFolderException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public MissingDataFolderException(String message) {
    super(message);
  }
}
