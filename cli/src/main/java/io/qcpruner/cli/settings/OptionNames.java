package io.qcpruner.cli.settings;

import io.qcpruner.cli.option.ChatFormatOption;
import io.qcpruner.cli.option.DetailOption;
import io.qcpruner.cli.option.HubOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of the command tree as settings call them: without dashes. */
final class OptionNames {
  private static final Set<Class<?>> SHARED =
      Set.of(
          ModelOptions.class,
          HubOptions.class,
          PruneOptions.class,
          ChatFormatOption.class,
          DetailOption.class);

  private OptionNames() {}

  static String of(OptionSpec option) {
    return option.longestName().replaceFirst("^--?", "");
  }

  /** Options of models, hub, pruning, chat format and detail mean the same in every command. */
  static boolean isShared(OptionSpec option) {
    return option.userObject() instanceof Field field && SHARED.contains(field.getDeclaringClass());
  }

  /** Flags work only on the command line, unless they can be taken back. */
  static boolean canBeSet(OptionSpec option) {
    return option.arity().max() > 0 || option.negatable();
  }

  /** What can be set for all commands. */
  static Set<String> shared(CommandLine command) {
    Set<String> names = new TreeSet<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (isShared(option) && canBeSet(option)) {
        names.add(of(option));
      }
    }
    command.getSubcommands().values().forEach(inner -> names.addAll(shared(inner)));
    return names;
  }

  /** What can be set for one command. */
  static Set<String> of(CommandSpec command) {
    Set<String> names = new TreeSet<>();
    for (OptionSpec option : command.options()) {
      if (canBeSet(option)) {
        names.add(of(option));
      }
    }
    return names;
  }

  /** The words that call a command, without the program's. */
  static List<String> words(CommandSpec command) {
    List<String> words = new ArrayList<>();
    for (CommandSpec at = command; at.parent() != null; at = at.parent()) {
      words.add(at.name());
    }
    Collections.reverse(words);
    return words;
  }
}
