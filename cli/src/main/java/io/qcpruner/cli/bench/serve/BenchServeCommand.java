package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.bench.GeneratedModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures the server in its own process: what HTTP adds, throughput, the cache, crowds, memory.
 */
@Command(
    name = "serve",
    description = "Measure the server in a process of its own, with clients on this machine.",
    footer = {
      "",
      "Example:",
      "  qcpruner bench serve --model /tmp/half-b --shape llava-1.5-0.5b --parts overhead,cache"
    },
    mixinStandardHelpOptions = true)
public final class BenchServeCommand implements Callable<Integer> {

  /** What can be measured. */
  enum Part {
    OVERHEAD,
    THROUGHPUT,
    CACHE,
    CROWD,
    SOAK
  }

  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR",
      description =
          "Checkpoint folder, or 'embedded'; written first if --shape is given and it is not there.")
  private String model;

  @Mixin private GeneratedModel generated;

  @Option(
      names = "--weights",
      paramLabel = "KIND",
      defaultValue = "stored",
      description = "stored, half or int8 (default: ${DEFAULT-VALUE}).")
  private String weights;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      defaultValue = "overhead,throughput,cache,crowd",
      description = "overhead, throughput, cache, crowd, soak (default: ${DEFAULT-VALUE}).")
  private List<Part> parts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Rounds of the cache and requests per client of the throughput; ten times as many requests"
              + " for the overhead (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--slots",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,4",
      description = "Slots of the throughput (default: ${DEFAULT-VALUE}).")
  private List<Integer> slots;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,4,8",
      description = "Clients of the throughput, at most 8 (default: ${DEFAULT-VALUE}).")
  private List<Integer> clients;

  @Option(
      names = "--crowd",
      paramLabel = "N",
      defaultValue = "200",
      description = "Clients of the crowd, at most 250 (default: ${DEFAULT-VALUE}).")
  private int crowd;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Requests of the soak (default: ${DEFAULT-VALUE}).")
  private int requests;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      defaultValue = "qcpruner",
      description = "Pruning of each request (default: ${DEFAULT-VALUE}).")
  private String method;

  @Option(
      names = "--budget",
      paramLabel = "N",
      defaultValue = "64",
      description = "Visual tokens kept (default: ${DEFAULT-VALUE}).")
  private int budget;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "4",
      description = "Maximum number of new tokens of an answer (default: ${DEFAULT-VALUE}).")
  private int tokens;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check("--rounds", rounds, 1, 10_000);
    check("--crowd", crowd, 1, 250);
    check("--requests", requests, 1, 10_000_000);
    check("--tokens", tokens, 1, 1024);
    for (int count : slots) {
      check("--slots", count, 1, 64);
    }
    for (int count : clients) {
      check("--clients", count, 1, 8);
    }
    if (!model.equals("embedded")) {
      generated.writeWithTokenizer(Path.of(model));
    }
    ServeSetup setup =
        new ServeSetup(
            List.of("--model", model, "--weights", weights), new Workload(method, budget, tokens));
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("weights", weights).put("method", method).put("budget", budget).put("tokens", tokens);
    PrintWriter printer = spec.commandLine().getOut();
    if (!json) {
      print("", out, printer);
    }
    for (Part part : parts) {
      String name = part.name().toLowerCase(Locale.ROOT);
      JsonNode figures = measured(part, setup);
      out.set(name, figures);
      if (!json) { // what was measured stays if a later part is cut short
        print(name, figures, printer);
        printer.flush();
      }
    }
    if (json) {
      printer.println(out.toPrettyString());
      printer.flush();
    }
    return 0;
  }

  private static void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, not %d".formatted(option, least, most, value));
    }
  }

  private JsonNode measured(Part part, ServeSetup setup) throws IOException, InterruptedException {
    return switch (part) {
      case OVERHEAD -> OverheadPart.measure(setup, 10 * rounds);
      case THROUGHPUT -> ThroughputPart.measure(setup, slots, clients, rounds);
      case CACHE -> CachePart.measure(setup, rounds);
      case CROWD -> CrowdPart.measure(setup, crowd);
      case SOAK -> SoakPart.measure(setup, requests);
    };
  }

  /** One line for each figure, and for each row of a table. */
  private static void print(String name, JsonNode value, PrintWriter out) {
    if (value.isObject()) {
      for (var field : value.properties()) {
        print(name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue(), out);
      }
    } else if (value.isArray() && value.path(0).isObject()) {
      value.forEach(row -> out.printf("%-42s %s%n", name, row));
    } else {
      out.printf("%-42s %s%n", name, value.isValueNode() ? value.asText() : value.toString());
    }
  }
}
