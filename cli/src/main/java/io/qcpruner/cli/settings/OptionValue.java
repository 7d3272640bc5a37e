package io.qcpruner.cli.settings;

import java.util.List;

/**
 * One value that was set outside of the command line.
 *
 * @param command words of the command that it is for; empty for every command that has the option
 * @param name of the option, without its dashes
 * @param where the file and line, or the variable
 */
record OptionValue(List<String> command, String name, String value, String where) {

  OptionValue {
    command = List.copyOf(command);
  }

  boolean isFor(List<String> other, String option) {
    return command.equals(other) && name.equals(option);
  }
}
