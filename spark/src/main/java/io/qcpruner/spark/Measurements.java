package io.qcpruner.spark;

import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunProgress;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Collects the measurements of a layer calibration and adds them in the order of the data. */
final class Measurements implements ResultHandler {

  private final List<TaskBatch> batches;
  private final List<String>[] arrived;
  private final Runnable cancel;
  private final RunProgress progress;
  private IOException failure;

  @SuppressWarnings({"unchecked", "rawtypes"})
  Measurements(List<TaskBatch> batches, Runnable cancel, PrintStream out) {
    this.batches = batches;
    this.arrived = new List[batches.size()];
    this.cancel = cancel;
    long samples = batches.stream().mapToLong(batch -> batch.rows().length).sum();
    this.progress = new RunProgress(out, System.console() != null, samples, 0, System.nanoTime());
  }

  @Override
  public synchronized void take(int batch, byte[] result) {
    try {
      BatchAnswers answers = BatchAnswers.parse(result);
      arrived[batch] = answers.lines();
      answers.lines().forEach(l -> progress.step(batches.get(batch).task(), System.nanoTime()));
      if (answers.stop() != null) {
        throw answers.stop().failure();
      }
    } catch (IOException e) {
      if (failure == null) {
        failure = e;
        progress.close();
        cancel.run();
      }
    }
  }

  synchronized void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  synchronized void addTo(LayerStability stability) throws IOException {
    rethrow();
    for (List<String> lines : arrived) {
      for (String line : lines) {
        stability.add(RunJson.MAPPER.readValue(line, LayerStability.Measured.class));
      }
    }
  }
}
