package io.qcpruner.cli;

import io.qcpruner.cli.bench.BenchAnchorsCommand;
import io.qcpruner.cli.bench.BenchCertificateCommand;
import io.qcpruner.cli.bench.BenchMethodsCommand;
import io.qcpruner.cli.bench.BenchPerplexityCommand;
import io.qcpruner.cli.bench.BenchRecallCommand;
import io.qcpruner.cli.bench.BenchStartCommand;
import io.qcpruner.cli.bench.serve.BenchServeCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measurements on this machine, one subcommand each. */
@Command(
    name = "bench",
    description = "Measure on this machine.",
    subcommands = {
      BenchSelectCommand.class,
      BenchMethodsCommand.class,
      BenchModelCommand.class,
      BenchPerplexityCommand.class,
      BenchKernelsCommand.class,
      BenchLayerCommand.class,
      BenchPruneCommand.class,
      BenchBatchCommand.class,
      BenchAnchorsCommand.class,
      BenchRecallCommand.class,
      BenchCertificateCommand.class,
      BenchServeCommand.class,
      BenchStartCommand.class,
    },
    footer = {"", "Example:", "  qcpruner bench select --json"},
    mixinStandardHelpOptions = true)
final class BenchCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name what to measure: " + String.join(", ", spec.subcommands().keySet()));
  }
}
