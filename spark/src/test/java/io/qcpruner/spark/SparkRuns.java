package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.EngineSummary;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs of the tests, and their records without measurements. */
final class SparkRuns {

  static final List<MethodSpec> SETTINGS =
      List.of(MethodSpec.FULL, MethodSpec.parse("a@32"), MethodSpec.parse("b:rho=0.4@8"));

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /** What the run printed. */
  String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  EngineSummary spark(RunSource source, Path folder, boolean resume, ClusterSettings cluster)
      throws IOException {
    return run(EvalEngine.named("spark"), source, folder, resume, cluster, false);
  }

  EngineSummary local(RunSource source, Path folder, boolean resume) throws IOException {
    return run(EvalEngine.named("local"), source, folder, resume, ClusterSettings.NONE, false);
  }

  EngineSummary run(
      EvalEngine engine,
      RunSource source,
      Path folder,
      boolean resume,
      ClusterSettings cluster,
      boolean skipBroken)
      throws IOException {
    try (EvalModel model = engine.open(source)) {
      RunTarget target = new RunTarget(folder, resume, "1", new PrintStream(said, true));
      return engine.run(source, model, plan(source, model, skipBroken), target, cluster);
    }
  }

  void measure(String engine, RunSource source, LayerStability stability, ClusterSettings cluster)
      throws IOException {
    EvalEngine found = EvalEngine.named(engine);
    try (EvalModel model = found.open(source)) {
      RunTarget target = new RunTarget(Path.of(""), false, "1", new PrintStream(said, true));
      found.measure(source, model, plan(source, model, false), stability, target, cluster);
    }
  }

  private static RunPlan plan(RunSource source, EvalModel model, boolean skipBroken)
      throws IOException {
    List<Task> tasks = List.of(source.task("t"), source.task("u"));
    return new RunPlan(
        RunPlan.load(tasks, source.openData(), model.card().profile()),
        SETTINGS,
        0,
        Shard.WHOLE,
        1,
        skipBroken,
        TaskOptions.PAPER,
        Map.of());
  }

  /** The lines of the file, sorted, times and memory masked; a doubled one stays doubled. */
  static List<String> masked(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("predictions.jsonl"))) {
      lines.add(
          RunJson.MAPPER.writeValueAsString(
              RunJson.MAPPER
                  .readValue(line, io.qcpruner.eval.run.RunRecord.class)
                  .withoutMeasurements()));
    }
    lines.sort(null);
    return lines;
  }

  /** The manifest without machine and time. */
  static String manifest(Path folder) throws IOException {
    Map<?, ?> json = RunJson.MAPPER.convertValue(RunFolder.open(folder).manifest(), Map.class);
    json.remove("machine");
    json.remove("started");
    return RunJson.MAPPER.writeValueAsString(json);
  }
}
