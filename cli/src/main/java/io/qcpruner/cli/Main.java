package io.qcpruner.cli;

import io.qcpruner.cli.anchor.AnchorsCommand;
import io.qcpruner.cli.chat.ChatCommand;
import io.qcpruner.cli.demo.DemoCommand;
import io.qcpruner.cli.doctor.DoctorCommand;
import io.qcpruner.cli.doctor.VectorModule;
import io.qcpruner.cli.explain.ExplainCommand;
import io.qcpruner.cli.methods.MethodsCommand;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.cli.serve.ServeCommand;
import io.qcpruner.cli.settings.OptionDefaults;
import io.qcpruner.model.Engine;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;

/**
 * The command line: parses, runs one command, and turns failures into one clear line and an exit
 * code.
 */
@Command(
    name = "qcpruner",
    description = "Run multimodal language models with a fraction of their visual tokens.",
    subcommands = {
      HelpCommand.class,
      AskCommand.class,
      ChatCommand.class,
      ServeCommand.class,
      CalibrateCommand.class,
      CostCommand.class,
      EvalCommand.class,
      ReportCommand.class,
      ReproduceCommand.class,
      DataCommand.class,
      TraceCommand.class,
      AnchorsCommand.class,
      ExplainCommand.class,
      DemoCommand.class,
      PullCommand.class,
      PackCommand.class,
      DoctorCommand.class,
      MethodsCommand.class,
      SelectCommand.class,
      BenchCommand.class,
      PocketCommand.class,
      CompletionCommand.class,
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Main {

  private static final Set<String> HELP = Set.of("--help", "-h", "help", "--version", "completion");

  /** Commands that answer soon after they start, so that the engine should be there early. */
  static final Set<String> SOON = Set.of("ask", "chat", "demo", "explain", "serve", "trace");

  /** Other commands that choose tokens. */
  private static final Set<String> CHOOSE =
      Set.of("bench", "calibrate", "eval", "reproduce", "select");

  @Option(
      names = "--debug",
      scope = CommandLine.ScopeType.INHERIT,
      description = "Print log lines, and stack traces of failures.")
  private boolean debug;

  @Option(
      names = Screen.NO_COLOR_OPTION,
      scope = CommandLine.ScopeType.INHERIT,
      description = "Print without colours, as with the variable NO_COLOR.")
  private boolean noColor;

  public static void main(String[] args) {
    if (needsEngineSoon(args)) {
      Engine.begin();
    }
    slowness(args).ifPresent(System.err::println);
    // informational lines of the libraries are for --debug; people want the answer
    boolean verbose = List.of(args).contains("--debug");
    Logger.getLogger("").setLevel(verbose ? Level.INFO : Level.WARNING);
    System.exit(run(() -> execute(args), verbose, System.err));
  }

  static boolean needsEngineSoon(String... args) {
    return isRunOf(SOON, args);
  }

  /** What a command that chooses tokens says where Java has no vector operations. */
  static Optional<String> slowness(String... args) {
    return isRunOf(SOON, args) || isRunOf(CHOOSE, args)
        ? VectorModule.remedy().map(text -> "qcpruner: tokens are selected slowly; " + text)
        : Optional.empty();
  }

  private static boolean isRunOf(Set<String> commands, String... args) {
    return args.length > 0
        && commands.contains(args[0])
        && Arrays.stream(args).noneMatch(HELP::contains);
  }

  /** With the settings of this user; a bad settings file stops no one from reading the help. */
  private static int execute(String... args) {
    boolean help = List.of(args).stream().anyMatch(HELP::contains);
    try {
      Path home = Path.of(System.getProperty("user.home"));
      CommandLine line =
          commandLine(help ? OptionDefaults.NONE : OptionDefaults.load(System.getenv(), home));
      if (List.of(args).contains(Screen.NO_COLOR_OPTION)) {
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
      }
      return line.execute(args);
    } catch (IOException e) {
      System.err.println("qcpruner: " + FailureText.of(e));
      return CommandLine.ExitCode.USAGE;
    }
  }

  /** A whole command; what is not an exception ends in one line and code 1, too. */
  static int run(IntSupplier command, boolean verbose, PrintStream err) {
    try {
      return command.getAsInt();
    } catch (Error e) {
      if (verbose) {
        e.printStackTrace(err);
      }
      err.println("qcpruner: " + FailureText.of(e));
      err.flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** The complete command tree without anyone's settings, as tests use it. */
  public static CommandLine commandLine() {
    return commandLine(new CommandLine(new Main()), OptionDefaults.NONE);
  }

  /** The complete command tree, as the launcher uses it. */
  static CommandLine commandLine(OptionDefaults settings) throws IOException {
    CommandLine line = new CommandLine(new Main());
    settings.check(line);
    return commandLine(line, settings);
  }

  private static CommandLine commandLine(CommandLine line, OptionDefaults settings) {
    Main root = line.getCommand();
    line.setDefaultValueProvider(settings);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(
        (failure, args) -> {
          CommandLine command = failure.getCommandLine();
          PrintWriter err = command.getErr();
          String origin = settings.origin(failure.getArgSpec()).orElse("");
          boolean typed = Arrays.asList(args).contains(failure.getValue());
          String where = origin.isEmpty() || typed ? "" : " (" + origin + ")";
          err.println("qcpruner: " + FailureText.clean(failure.getMessage()) + where);
          UsageHint.of(failure, args).ifPresent(err::println);
          err.printf("See '%s --help'.%n", command.getCommandSpec().qualifiedName());
          return CommandLine.ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          if (root.debug) {
            failure.printStackTrace(command.getErr());
          } else {
            command.getErr().println("qcpruner: " + NextStep.after(failure));
          }
          // a library calls a caller's mistake so, and its caller is whoever typed the command
          return failure instanceof IllegalArgumentException
              ? CommandLine.ExitCode.USAGE
              : CommandLine.ExitCode.SOFTWARE;
        });
    HelpPages.layOut(line, System.getenv());
    return line;
  }
}
