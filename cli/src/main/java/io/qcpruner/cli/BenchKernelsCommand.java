package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.model.Engine;
import io.qcpruner.model.measure.KernelBench;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures matrix products and attention on the loaded BLAS library. */
@Command(
    name = "kernels",
    description = "Measure matrix products and attention on the loaded BLAS library.",
    footer = {
      "",
      "Example, on the two libraries:",
      "  qcpruner bench kernels --threads 2",
      "  QCPRUNER_JAVA_OPTS=-Dorg.bytedeco.openblas.load= qcpruner bench kernels --threads 2"
    },
    mixinStandardHelpOptions = true)
final class BenchKernelsCommand implements Callable<Integer> {

  @Option(names = "--threads", paramLabel = "N", defaultValue = "2", description = "Threads.")
  private int threads;

  @Option(names = "--repeats", paramLabel = "N", defaultValue = "20", description = "Repeats.")
  private int repeats;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Engine.useThreads(threads);
    Map<String, Double> millis = new KernelBench(repeats).run();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().valueToTree(millis).toPrettyString());
    } else {
      millis.forEach((name, ms) -> out.printf("%-26s %10.3f ms%n", name, ms));
    }
    out.flush();
    return 0;
  }
}
