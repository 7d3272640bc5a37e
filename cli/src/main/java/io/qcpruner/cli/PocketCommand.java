package io.qcpruner.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What belongs to the embedded model. */
@Command(
    name = "pocket",
    description = "Train the embedded model.",
    subcommands = {PocketTrainCommand.class},
    footer = {
      "",
      "Example:",
      "  qcpruner pocket train --checkpoint runs/pocket.safetensors --export runs/pocket"
    },
    mixinStandardHelpOptions = true)
final class PocketCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do: " + String.join(", ", spec.subcommands().keySet()));
  }
}
