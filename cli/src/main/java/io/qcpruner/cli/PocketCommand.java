package io.qcpruner.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What belongs to the embedded models. */
@Command(
    name = "pocket",
    description = "Draw for the embedded models, and train them.",
    subcommands = {PocketDrawCommand.class, PocketTrainCommand.class},
    footer = {
      "",
      "Examples:",
      "  qcpruner pocket draw --clip --out clip",
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
