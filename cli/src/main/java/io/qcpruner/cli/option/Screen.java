package io.qcpruner.cli.option;

import java.io.Console;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Where a person reads what a command prints.
 *
 * @param interactive whether input and output are a terminal
 * @param columns width of a line
 * @param colored whether colours are wanted and shown
 */
public record Screen(boolean interactive, int columns, boolean colored) {
  /** The option of the whole program that switches colours off. */
  public static final String NO_COLOR_OPTION = "--no-color";

  private static final int USUAL = 80;
  private static final int MIN_COLUMNS = 40;
  private static final int MAX_COLUMNS = 200;

  /** The screen of a command that runs. */
  public static Screen of(CommandSpec command) {
    boolean refused = command.root().findOption(NO_COLOR_OPTION).getValue();
    return of(System.console(), System.getenv(), refused);
  }

  /** Colours stay out when the option or the variable NO_COLOR says so (no-color.org). */
  static Screen of(Console console, Map<String, String> environment, boolean noColor) {
    boolean plain = noColor || !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Screen(console != null, columns(environment), console != null && !plain);
  }

  /** The width that the launcher found or the shell exports; 80 if neither did. */
  public static int columns(Map<String, String> environment) {
    String text = environment.getOrDefault("COLUMNS", "");
    if (!text.matches("[1-9][0-9]{0,5}")) {
      return USUAL;
    }
    return Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Integer.parseInt(text)));
  }
}
