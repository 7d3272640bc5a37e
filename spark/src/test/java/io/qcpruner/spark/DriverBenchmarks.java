package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.run.RunSession;
import io.qcpruner.eval.run.SampleAnswering;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many ready answers the driver writes in a second; run with {@code -Dtest=DriverBenchmarks}.
 */
class DriverBenchmarks {

  private static final PrintStream QUIET = new PrintStream(OutputStream.nullOutputStream());
  private static final int RECORDS = 100_000;
  private static final int BATCH = 8;

  @TempDir Path folder;

  @Test
  void recordsPerSecond() throws Exception {
    FakeSource source = new FakeSource(RECORDS);
    try (EvalModel model = source.describe()) {
      List<RunPlan.Work> work =
          RunPlan.load(List.of(source.task("t")), source.openData(), model.card().profile());
      RunPlan plan = RunPlan.simple(work, List.of(MethodSpec.FULL));
      ExecutorRegister register = new ExecutorRegister(QUIET);
      ExecutorFacts facts = new ExecutorFacts("0", "h", 1, "17", 1, "c", "b", "v");
      try (RunSession session = RunSession.open(model.card(), plan, folder, false, "1", QUIET)) {
        SampleAnswering answering = new SampleAnswering(model, false);
        Arrivals arrivals = new Arrivals(session, folder, register, () -> {});
        List<String> lines = new ArrayList<>();
        long nanos = 0;
        long bytes = 0;
        for (var job : session.jobs()) {
          answering.answer(job, () -> false, record -> lines.add(line(record)));
          if (lines.size() == BATCH) {
            byte[] batch = new BatchAnswers(List.copyOf(lines), 0, facts, null).toBytes();
            bytes += batch.length;
            lines.clear();
            long start = System.nanoTime();
            arrivals.take(0, batch);
            nanos += System.nanoTime() - start;
          }
        }
        arrivals.rethrow();
        System.out.println(
            String.format(
                Locale.ROOT,
                "BENCH driver: %d records of %d bytes, %.0f per second",
                RECORDS,
                bytes / RECORDS,
                RECORDS / (nanos / 1e9)));
      }
    }
  }

  /** A line of the usual length: answers of benchmarks have long prompts. */
  private static String line(RunRecord record) throws java.io.IOException {
    String line = RunJson.MAPPER.writeValueAsString(record);
    return line.replace("Is it", "Is it" + "x".repeat(2000));
  }
}
