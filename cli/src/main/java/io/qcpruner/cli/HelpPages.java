package io.qcpruner.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER;

import io.qcpruner.cli.option.Screen;
import java.util.Map;
import picocli.CommandLine;

/** How help is laid out: as wide as the screen allows, with examples that can be copied. */
final class HelpPages {
  /** Picocli refuses less; longer lines are hard to read. */
  private static final int MIN_WIDTH = 55;

  private static final int MAX_WIDTH = 100;

  private HelpPages() {}

  static void layOut(CommandLine line, Map<String, String> environment) {
    int width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Screen.columns(environment)));
    line.setUsageHelpWidth(width);
    layOut(line, width);
  }

  private static void layOut(CommandLine line, int width) {
    line.getHelpSectionMap().put(SECTION_KEY_FOOTER, help -> examples(help, width));
    line.getSubcommands().values().forEach(inner -> layOut(inner, width));
  }

  private static String examples(CommandLine.Help help, int width) {
    StringBuilder out = new StringBuilder();
    for (String text : help.commandSpec().usageMessage().footer()) {
      out.append(wrapped(text, width)).append(System.lineSeparator());
    }
    return out.toString();
  }

  /** A command broken before its options, with the backslash that a shell wants. */
  static String wrapped(String command, int width) {
    String rest = command;
    StringBuilder out = new StringBuilder();
    while (rest.length() > width) {
      int at = rest.lastIndexOf(" -", width - 2);
      if (at <= 4) {
        break; // nowhere to break: a long line can be copied, a torn one can't
      }
      out.append(rest, 0, at).append(" \\").append(System.lineSeparator());
      rest = "    " + rest.substring(at + 1);
    }
    return out.append(rest).toString();
  }
}
