package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.run.BrokenSampleException;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunJob;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.SampleAnswering;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.spark.BatchAnswers.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Answers the samples of a batch, as the local runner does. */
final class AnswerWork implements BatchWork {
  private static final long serialVersionUID = 1;

  @Override
  public BatchAnswers run(ExecutorModel executor, TaskBatch batch, TaskView task) {
    List<String> lines = new ArrayList<>();
    BatchDeadline deadline = new BatchDeadline(executor.setup().timeoutSeconds(), task);
    long nanos = 0;
    Verdict stop = null;
    int row = -1;
    try {
      SampleAnswering answering = executor.answering();
      Optional<String> mismatch = executor.mismatch(batch.task());
      if (mismatch.isPresent()) {
        stop = new Verdict("mismatch", batch.task(), -1, mismatch.get());
      }
      for (int i = 0; i < batch.rows().length && stop == null; i++) {
        row = batch.rows()[i];
        nanos +=
            answering.answer(
                job(executor, batch, i),
                deadline::cancelled,
                record -> lines.add(RunJson.MAPPER.writeValueAsString(record)));
      }
    } catch (BrokenSampleException e) {
      stop = new Verdict("broken", batch.task(), row, e.getMessage());
    } catch (RunException | IllegalArgumentException e) {
      // no other machine could read that picture or take that setting
      stop = new Verdict("sample", batch.task(), row, e.getMessage());
    } catch (IOException e) {
      throw new ExecutorException(
          executor.facts().host() + ": " + batch.name() + ": " + ExecutorModel.text(e));
    } finally {
      deadline.tell(executor.facts().host(), batch);
    }
    return new BatchAnswers(lines, nanos / 1e9, executor.facts(), stop);
  }

  private static RunJob job(ExecutorModel executor, TaskBatch batch, int i) throws IOException {
    ExecutorModel.Loaded loaded = executor.task(batch.task());
    Sample sample = loaded.rows().get(batch.rows()[i]);
    List<MethodSpec> settings = Arrays.stream(batch.settings()[i]).map(MethodSpec::parse).toList();
    return new RunJob(loaded.task(), sample, settings);
  }
}
