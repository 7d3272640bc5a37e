package io.qcpruner.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The two calibrations of the paper. */
@Command(
    name = "calibrate",
    description = "Find the pruning layer or the utility floor of a model on calibration data.",
    footer = {
      "",
      "Example:",
      "  qcpruner calibrate layer --model llava-hf/llava-1.5-7b-hf --data /data/eval --task mmstar \\",
      "    --save llava.calibration.json"
    },
    subcommands = {CalibrateLayerCommand.class, CalibrateFloorCommand.class},
    mixinStandardHelpOptions = true)
final class CalibrateCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to calibrate: layer or floor");
  }
}
