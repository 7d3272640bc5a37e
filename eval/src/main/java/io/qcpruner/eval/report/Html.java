package io.qcpruner.eval.report;

/** Text inside HTML pages. */
public final class Html {

  private Html() {}

  /** The text with the characters replaced that mean something in HTML. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
