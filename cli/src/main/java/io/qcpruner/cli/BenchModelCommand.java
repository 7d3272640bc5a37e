package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.bench.BenchOutput;
import io.qcpruner.cli.bench.GeneratedModel;
import io.qcpruner.cli.bench.PeerProgram;
import io.qcpruner.cli.bench.Rounds;
import io.qcpruner.cli.option.CheckpointFolder;
import io.qcpruner.cli.option.DetailOption;
import io.qcpruner.model.Engine;
import io.qcpruner.model.internal.measure.LogitError;
import io.qcpruner.model.internal.measure.ModelBench;
import io.qcpruner.model.internal.measure.Round;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures tower, prefill and decode, alone or in turns with another program. */
@Command(
    name = "model",
    description = "Measure load, tower, prefill and decode on real or generated weights.",
    footer = {
      "",
      "Example:",
      "  qcpruner bench model --shape llava-1.5-0.5b --model /tmp/half-b --threads 2 \\",
      "    --against \"python reference/bench_hf.py\""
    },
    mixinStandardHelpOptions = true)
final class BenchModelCommand implements Callable<Integer> {

  @Option(
      names = "--model",
      converter = CheckpointFolder.class,
      required = true,
      paramLabel = "DIR",
      description =
          "Checkpoint folder, or 'embedded'; written first if --shape is given and it is not there.")
  private Path model;

  @Mixin private GeneratedModel generated;
  @Mixin private DetailOption detail;

  @Option(
      names = "--weights",
      paramLabel = "KIND",
      defaultValue = "stored",
      description = "stored, half, int8 or int4; the last three also report their logit error.")
  private String weights;

  @Option(names = "--threads", paramLabel = "N", defaultValue = "2", description = "Threads.")
  private int threads;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "Rounds.")
  private int rounds;

  @Option(names = "--tokens", paramLabel = "N", defaultValue = "16", description = "New tokens.")
  private int tokens;

  @Option(
      names = "--against",
      paramLabel = "COMMAND",
      description = "Another program that answers the same rounds, such as bench_hf.py.")
  private String against;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (rounds < 1 || tokens < 1) {
      throw new IllegalArgumentException("rounds and tokens must be at least 1");
    }
    Engine.useThreads(threads);
    generated.writeTo(model);
    List<ObjectNode> results = new ArrayList<>();
    try (ModelBench bench = ModelBench.open(model, kind(), detail.detail())) {
      Rounds mine = new Rounds();
      if (against == null) {
        runAlone(bench, mine);
      } else {
        try (PeerProgram other = PeerProgram.start(against, model, threads, tokens)) {
          ObjectNode theirs = null;
          for (int i = 0; i < rounds; i++) {
            mine.add(bench.round(tokens));
            theirs = other.round();
          }
          results.add(theirs);
        }
      }
      results.add(0, mine.summary(bench, threads, tokens));
      if (kind() != WeightKind.STORED) {
        addLogitError(bench, results.get(0));
      }
    }
    BenchOutput.print(
        JsonNodeFactory.instance.arrayNode().addAll(results), json, spec.commandLine().getOut());
    return 0;
  }

  private void runAlone(ModelBench bench, Rounds mine) throws IOException {
    for (int i = 0; i < rounds; i++) {
      Round round = bench.round(tokens);
      mine.add(round);
    }
  }

  private WeightKind kind() {
    return WeightKind.named(weights);
  }

  private void addLogitError(ModelBench rounded, ObjectNode into) throws IOException {
    try (ModelBench exact = ModelBench.open(model, WeightKind.STORED, detail.detail())) {
      LogitError error = LogitError.of(exact.logits(), rounded.logits());
      into.put("logit_error_max", error.largest())
          .put("logit_error_rms", error.rms())
          .put("logit_spread", error.spread())
          .put("same_token", error.sameToken());
    }
  }
}
