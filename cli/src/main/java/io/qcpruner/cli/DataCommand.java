package io.qcpruner.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What belongs to benchmark data. */
@Command(
    name = "data",
    description = "Check benchmark data, and score answers of other programs.",
    subcommands = {DataVerifyCommand.class, DataScoreCommand.class},
    footer = {"", "Example:", "  qcpruner data verify --data /data/eval"},
    mixinStandardHelpOptions = true)
final class DataCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do: " + String.join(", ", spec.subcommands().keySet()));
  }
}
