package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
public final class ServeBenchCommand implements Callable<Integer> {

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
      description = "Most new tokens of an answer (default: ${DEFAULT-VALUE}).")
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
    ObjectNode out = new ObjectMapper().createObjectNode();
    out.put("weights", weights).put("method", method).put("budget", budget).put("tokens", tokens);
    for (Part part : parts) {
      out.set(part.name().toLowerCase(Locale.ROOT), measured(part, setup));
    }
    print(out, spec.commandLine().getOut());
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

  private void print(ObjectNode result, PrintWriter out) {
    if (json) {
      out.println(result.toPrettyString());
    } else {
      print("", result, out);
    }
    out.flush();
  }

  /** One line for each part and each row of it. */
  private static void print(String name, JsonNode value, PrintWriter out) {
    for (var field : value.properties()) {
      String path = name.isEmpty() ? field.getKey() : name + "." + field.getKey();
      if (field.getValue().isObject()) {
        print(path, field.getValue(), out);
      } else if (field.getValue().isArray() && field.getValue().path(0).isObject()) {
        field.getValue().forEach(row -> out.printf("%-34s %s%n", path, row));
      } else {
        out.printf(
            "%-34s %s%n",
            path,
            field.getValue().isValueNode()
                ? field.getValue().asText()
                : field.getValue().toString());
      }
    }
  }
}
