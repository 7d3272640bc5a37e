package io.qcpruner.eval.data;

/** Files of a benchmark that hold fewer or more rows than were published. */
public final class PartialDataException extends DataException {
  private static final long serialVersionUID = 1L;

  public PartialDataException(String where, String problem) {
    super(where, problem);
  }
}
