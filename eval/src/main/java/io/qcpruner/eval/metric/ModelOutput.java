package io.qcpruner.eval.metric;

import java.util.regex.Pattern;

/** What lmms-eval does to every answer before a task sees it. */
public final class ModelOutput {

  private static final String[] TAGS = {"think", "analysis"};

  private ModelOutput() {}

  /**
   * Removes reasoning blocks. A lone closing tag takes everything before it along, unless an
   * opening tag is left: then the text isn't a prompt's unfinished block and stays.
   */
  public static String withoutReasoning(String text) {
    String out = text;
    for (String tag : TAGS) {
      String open = "<" + tag + ">";
      String close = "</" + tag + ">";
      out = Pattern.compile(open + ".*?" + close, Pattern.DOTALL).matcher(out).replaceAll("");
      int lone = out.lastIndexOf(close);
      if (lone >= 0 && !out.contains(open)) {
        out = out.substring(lone + close.length());
      }
    }
    return PyText.strip(out);
  }
}
