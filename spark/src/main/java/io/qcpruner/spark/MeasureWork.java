package io.qcpruner.spark;

import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.spark.BatchAnswers.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures the layer agreements of the samples of a batch, for the layer calibration. */
final class MeasureWork implements BatchWork {
  private static final long serialVersionUID = 1;

  private final LayerStability.Protocol protocol;

  MeasureWork(LayerStability.Protocol protocol) {
    this.protocol = protocol;
  }

  @Override
  public BatchAnswers run(ExecutorModel executor, TaskBatch batch, TaskView task) {
    LayerStability stability = new LayerStability(protocol);
    List<String> lines = new ArrayList<>();
    long start = System.nanoTime();
    Verdict stop = null;
    try {
      EvalModel model = executor.model();
      Optional<String> mismatch = executor.mismatch(batch.task());
      if (mismatch.isPresent()) {
        stop = new Verdict("mismatch", batch.task(), -1, mismatch.get());
      }
      for (int i = 0; i < batch.rows().length && stop == null; i++) {
        Sample sample = executor.task(batch.task()).rows().get(batch.rows()[i]);
        try (EvalModel.Loaded loaded = model.load(sample)) {
          lines.add(RunJson.MAPPER.writeValueAsString(stability.measure(loaded.cues())));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      stop = new Verdict("sample", batch.task(), -1, ExecutorModel.text(e));
    }
    return new BatchAnswers(lines, (System.nanoTime() - start) / 1e9, executor.facts(), stop);
  }
}
