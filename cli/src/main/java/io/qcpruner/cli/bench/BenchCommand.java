package io.qcpruner.cli.bench;

import picocli.CommandLine.Command;

/** Measures parts of the program on this machine; each part is a subcommand. */
@Command(
    name = "bench",
    description = "Measure parts of the program on this machine.",
    footer = {"", "Example:", "  qcpruner bench anchors"},
    subcommands = {
      AnchorsBenchCommand.class,
    },
    mixinStandardHelpOptions = true)
public final class BenchCommand {}
