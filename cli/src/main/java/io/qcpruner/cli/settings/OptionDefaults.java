package io.qcpruner.cli.settings;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Values of options that were not typed: from an environment variable, else from the settings file.
 * The options of models, hub and pruning can be set for all commands, others for one command.
 */
public final class OptionDefaults implements IDefaultValueProvider {
  /** No file, no variables. */
  public static final OptionDefaults NONE =
      new OptionDefaults(Path.of("none"), List.of(), Map.of());

  /** Variables of others that decide an option when ours does not; they too go before the file. */
  private static final Map<String, List<String>> VARIABLES_OF_OTHERS =
      Map.of(
          "cache", List.of("HF_HUB_CACHE", "HF_HOME"),
          "hub", List.of("HF_ENDPOINT"),
          "offline", List.of("HF_HUB_OFFLINE"),
          "threads", List.of("OMP_NUM_THREADS"));

  private final Path file;
  private final List<OptionValue> settings;
  private final Map<String, String> environment;

  private OptionDefaults(Path file, List<OptionValue> settings, Map<String, String> environment) {
    this.file = file;
    this.settings = List.copyOf(settings);
    this.environment = Map.copyOf(environment);
  }

  /** Reads the defaults of this user. */
  public static OptionDefaults load(Map<String, String> environment, Path home) throws IOException {
    Path file = SettingsFile.place(environment, home);
    return new OptionDefaults(file, SettingsFile.read(file), environment);
  }

  /** The file, whether or not there is one. */
  public Path file() {
    return file;
  }

  /** Refuses what no command has, and values that are none. */
  public void check(CommandLine root) throws IOException {
    Set<String> shared = OptionNames.shared(root);
    for (OptionValue setting : settings) {
      if (!setting.command().isEmpty()) {
        checkCommand(setting, root);
      } else if (!shared.contains(setting.name())) {
        throw unknown(setting, shared, "");
      }
      checkValue(setting);
    }
    for (String name : shared) {
      Optional<OptionValue> variable = variable(name);
      if (variable.isPresent()) {
        checkValue(variable.get());
      }
    }
  }

  private static void checkCommand(OptionValue setting, CommandLine root) throws IOException {
    CommandLine command = root;
    for (String word : setting.command()) {
      command = command.getSubcommands().get(word);
      if (command == null) {
        throw new IOException(setting.where() + ": no command '" + word + "'");
      }
    }
    OptionSpec option = command.getCommandSpec().findOption("--" + setting.name());
    if (option == null) {
      String words = String.join(" ", setting.command());
      throw unknown(setting, OptionNames.of(command.getCommandSpec()), " of " + words);
    }
    if (!OptionNames.canBeSet(option)) {
      throw new IOException(
          setting.where() + ": " + setting.name() + " is a flag, which only the command line sets");
    }
  }

  /** What would only fail later, without the place where it was written. */
  private static void checkValue(OptionValue setting) throws IOException {
    Consumer<String> parser =
        switch (setting.name()) {
          case "budget" -> Budgets::parse;
          case "method" -> MethodSpec::parse;
          default -> value -> {};
        };
    try {
      parser.accept(setting.value());
    } catch (IllegalArgumentException e) {
      throw new IOException(setting.where() + ": " + e.getMessage(), e);
    }
  }

  private static IOException unknown(OptionValue setting, Set<String> names, String of) {
    return new IOException(
        "%s: no setting '%s'%s; there are %s"
            .formatted(setting.where(), setting.name(), of, String.join(", ", names)));
  }

  @Override
  public String defaultValue(ArgSpec argument) {
    return of(argument).map(OptionValue::value).orElse(null);
  }

  /** Where the value of an option comes from that was not typed. */
  public Optional<String> origin(ArgSpec argument) {
    return of(argument).map(OptionValue::where);
  }

  private Optional<OptionValue> of(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)
        || option.command() == null
        || !OptionNames.canBeSet(option)) {
      return Optional.empty();
    }
    String name = OptionNames.of(option);
    boolean shared = OptionNames.isShared(option);
    if (shared && (variable(name).isPresent() || variableOfOthers(name).isPresent())) {
      return variable(name);
    }
    Optional<OptionValue> own = inFile(OptionNames.words(option.command()), name);
    return own.isPresent() || !shared ? own : inFile(List.of(), name);
  }

  private Optional<OptionValue> inFile(List<String> command, String name) {
    return settings.stream().filter(setting -> setting.isFor(command, name)).findFirst();
  }

  private Optional<OptionValue> variable(String name) {
    String variable = "QCPRUNER_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
    return value(variable).map(value -> new OptionValue(List.of(), name, value, variable));
  }

  private Optional<OptionValue> variableOfOthers(String name) {
    return VARIABLES_OF_OTHERS.getOrDefault(name, List.of()).stream()
        .filter(variable -> value(variable).isPresent())
        .findFirst()
        .map(variable -> new OptionValue(List.of(), name, environment.get(variable), variable));
  }

  private Optional<String> value(String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
  }

  /** Every setting for all commands, set or not, then those of single commands. */
  public List<Shown> shown(CommandLine root) {
    List<Shown> out = new ArrayList<>();
    for (String name : OptionNames.shared(root)) {
      Optional<OptionValue> inFile = inFile(List.of(), name);
      Optional<OptionValue> variable = variable(name).or(() -> variableOfOthers(name));
      String hidden =
          variable.isPresent() && inFile.isPresent() ? ", over " + inFile.get().where() : "";
      out.add(
          variable
              .or(() -> inFile)
              .map(setting -> new Shown(name, setting.value(), setting.where() + hidden))
              .orElse(new Shown(name, "", "")));
    }
    for (OptionValue setting : settings) {
      if (!setting.command().isEmpty()) {
        String name = String.join(" ", setting.command()) + " " + setting.name();
        out.add(new Shown(name, setting.value(), setting.where()));
      }
    }
    return out;
  }

  /**
   * A setting for people.
   *
   * @param where empty if it was set nowhere
   */
  public record Shown(String name, String value, String where) {}
}
