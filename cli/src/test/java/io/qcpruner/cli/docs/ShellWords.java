package io.qcpruner.cli.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The words of one line of a shell, as far as the pages use it: quotes, variables, comments and
 * commands one after another.
 *
 * @param commands words of each command of the line
 * @param comment what follows a #
 */
record ShellWords(List<List<String>> commands, String comment) {

  static ShellWords of(String line, Map<String, String> variables) {
    Reader reader = new Reader(line, variables);
    return new ShellWords(reader.commands(), reader.comment);
  }

  private static final class Reader {
    private final String line;
    private final Map<String, String> variables;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private StringBuilder word;
    private String comment = "";
    private int at;

    Reader(String line, Map<String, String> variables) {
      this.line = line;
      this.variables = variables;
    }

    List<List<String>> commands() {
      while (at < line.length()) {
        char c = line.charAt(at++);
        if (c == '#' && word == null) {
          comment = line.substring(at).strip();
          break;
        } else if (c == '\'' || c == '"') {
          quoted(c);
        } else if (Character.isWhitespace(c)) {
          endWord();
        } else if (c == ';' || c == '|' || c == '&') {
          endCommand();
        } else if (c == '$' && at < line.length() && line.charAt(at) == '\'') {
          at++;
          quoted('\'');
        } else if (c == '$') {
          variable();
        } else {
          append(c);
        }
      }
      endCommand();
      return commands;
    }

    private void quoted(char quote) {
      append("");
      while (at < line.length() && line.charAt(at) != quote) {
        char c = line.charAt(at++);
        if (c == '$' && quote == '"') {
          variable();
        } else {
          append(c);
        }
      }
      at++;
    }

    private void variable() {
      if (line.startsWith("(", at)) {
        // the output of a command: no word of ours depends on it but a number
        at = line.indexOf(')', at) + 1;
        append("1");
        return;
      }
      int start = at;
      while (at < line.length() && Character.isLetterOrDigit(line.charAt(at))) {
        at++;
      }
      String name = line.substring(start, at);
      append(variables.getOrDefault(name, "$" + name));
    }

    private void append(char c) {
      append(String.valueOf(c));
    }

    private void append(String text) {
      word = (word == null ? new StringBuilder() : word).append(text);
    }

    private void endWord() {
      if (word != null) {
        words.add(word.toString());
        word = null;
      }
    }

    private void endCommand() {
      endWord();
      if (!words.isEmpty()) {
        commands.add(words);
        words = new ArrayList<>();
      }
    }
  }
}
