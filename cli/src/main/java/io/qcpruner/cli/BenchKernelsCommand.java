package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.model.Engine;
import io.qcpruner.model.internal.measure.KernelBench;
import io.qcpruner.model.nn.WeightKind;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures products with each kind of weights, and attention. */
@Command(
    name = "kernels",
    description = "Measure products of 4096 x 4096 weights of each kind, and attention.",
    footer = {
      "",
      "Example; floats (stored) are multiplied by the BLAS library, here by two of them in turn:",
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
    Map<String, Double> millis = measure(new KernelBench(repeats));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new ObjectMapper().valueToTree(millis).toPrettyString());
    } else {
      millis.forEach((name, ms) -> out.printf("%-30s %10.3f ms%n", name, ms));
    }
    out.flush();
    return 0;
  }

  private static Map<String, Double> measure(KernelBench bench) {
    Map<String, Double> millis = new LinkedHashMap<>();
    for (WeightKind kind : WeightKind.values()) {
      KernelBench.Products products = bench.products(kind);
      millis.put("576 rows, " + kind.text(), products.prompt());
      millis.put("126 rows, " + kind.text(), products.pruned());
      millis.put("1 row, " + kind.text(), products.token());
    }
    millis.putAll(bench.others());
    return millis;
  }
}
