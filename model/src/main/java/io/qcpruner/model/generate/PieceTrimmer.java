package io.qcpruner.model.generate;

import java.util.function.Consumer;

/** Passes pieces on without blanks at either end of the whole, so that pieces joined equal it. */
public final class PieceTrimmer implements Consumer<String> {
  private final Consumer<String> next;
  private final StringBuilder sent = new StringBuilder();
  private String blanks = "";

  public PieceTrimmer(Consumer<String> next) {
    this.next = next;
  }

  @Override
  public void accept(String piece) {
    String text = sent.isEmpty() ? piece.stripLeading() : blanks + piece;
    String body = text.stripTrailing();
    blanks = text.substring(body.length());
    if (!body.isEmpty()) {
      sent.append(body);
      next.accept(body);
    }
  }

  /** Everything that was passed on. */
  public String text() {
    return sent.toString();
  }
}
