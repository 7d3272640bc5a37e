package io.qcpruner.cli;

import io.qcpruner.core.registry.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What someone probably meant who typed words that no command takes. */
final class UsageHint {
  private UsageHint() {}

  /** One line for a command line that was refused; empty if nothing comes to mind. */
  static Optional<String> of(ParameterException failure, String... args) {
    CommandLine command = failure.getCommandLine();
    Optional<String> option = option(command, args);
    return option.isPresent() || !(failure instanceof UnmatchedArgumentException unmatched)
        ? option
        : words(command, unmatched.getUnmatched());
  }

  /** The option that a mistyped one was meant to be, also where another one is missing for it. */
  private static Optional<String> option(CommandLine command, String... args) {
    List<String> known = new ArrayList<>();
    command.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names())));
    for (String arg : args) {
      String name = arg.replaceFirst("=.*", "");
      if (name.startsWith("--") && name.length() > 2 && !known.contains(name)) {
        return NearestName.of(name, known).map(UsageHint::meant);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> words(CommandLine command, List<String> words) {
    String first = words.get(0);
    boolean onlyWords = words.stream().noneMatch(word -> word.startsWith("-"));
    boolean question = onlyWords && (words.size() > 2 || first.contains(" "));
    if (command.getParent() == null && question) {
      return Optional.of(
          "To ask a question: qcpruner ask --model embedded --image FILE " + quoted(words));
    }
    if (!command.getSubcommands().isEmpty()) {
      return near(command, first);
    }
    boolean takesText =
        command.getCommandSpec().positionalParameters().stream()
            .anyMatch(p -> p.paramLabel().contains("QUESTION"));
    return takesText && onlyWords
        ? Optional.of("A question of several words stands in quotes: \"What is this?\"")
        : Optional.empty();
  }

  private static Optional<String> near(CommandLine command, String word) {
    String name = command.getCommandSpec().qualifiedName();
    return swapped(word, command)
        .or(() -> NearestName.of(word, command.getSubcommands().keySet()))
        .map(found -> meant(name + " " + found));
  }

  /** Two letters that changed places are the commonest slip in a short word. */
  private static Optional<String> swapped(String word, CommandLine command) {
    for (int i = 0; i + 1 < word.length(); i++) {
      String other =
          word.substring(0, i) + word.charAt(i + 1) + word.charAt(i) + word.substring(i + 2);
      if (command.getSubcommands().containsKey(other)) {
        return Optional.of(other);
      }
    }
    return Optional.empty();
  }

  private static String meant(String text) {
    return "Did you mean " + text + "?";
  }

  private static String quoted(List<String> words) {
    return '"' + String.join(" ", words).replace("\"", "'") + '"';
  }
}
