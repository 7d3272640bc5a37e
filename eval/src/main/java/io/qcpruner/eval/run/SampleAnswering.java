package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Turns one sample and its settings into records; every engine answers with this class, so the
 * records of a sample do not depend on where it was answered.
 */
public final class SampleAnswering {

  private final EvalModel model;
  private final boolean recordBroken;
  private final String profile;

  /**
   * @param recordBroken record samples whose medium cannot be read as wrong instead of throwing
   */
  public SampleAnswering(EvalModel model, boolean recordBroken) {
    this.model = model;
    this.recordBroken = recordBroken;
    this.profile = model.card().profile().profile().label();
  }

  /**
   * Answers a sample with each of its settings and hands every record over as soon as it is made.
   *
   * @param cancelled asked between steps; a cancelled answer is never handed over
   * @return nanoseconds inside the model
   * @throws BrokenSampleException when the medium cannot be read
   * @throws CancellationException when the work was cancelled
   */
  public long answer(RunJob job, BooleanSupplier cancelled, RecordStore.Reader records)
      throws IOException {
    long start = System.nanoTime();
    EvalModel.Loaded loaded;
    try {
      loaded = model.load(job.sample());
    } catch (IOException e) {
      if (!recordBroken) {
        throw new BrokenSampleException(
            job.task().key() + " sample " + job.sample().id() + ": " + e.getMessage(), e);
      }
      broken(job, e, records);
      return 0;
    }
    long nanos = System.nanoTime() - start;
    try (loaded) {
      int tokens = job.task().maxNewTokens(model.card().profile());
      for (MethodSpec setting : model.inSharingOrder(job.settings())) {
        long before = System.nanoTime();
        Answer answer = loaded.answer(setting, tokens, cancelled);
        nanos += System.nanoTime() - before;
        if (cancelled.getAsBoolean()) {
          throw new CancellationException("cancelled while answering " + job.sample().id());
        }
        Outcome outcome = job.task().score(job.sample(), model.card().profile(), answer.text());
        records.accept(record(job, setting, answer, outcome));
      }
    }
    return nanos;
  }

  private void broken(RunJob job, IOException e, RecordStore.Reader records) throws IOException {
    Answer nothing =
        new Answer("", 0, "error: " + e.getMessage(), 0, 0, new int[0], 0, Map.of(), List.of(), 0);
    Outcome outcome = job.task().score(job.sample(), model.card().profile(), "");
    Outcome wrong =
        new Outcome(
            outcome.unit(),
            outcome.group(),
            outcome.tags(),
            0,
            false,
            outcome.predicted(),
            outcome.gold());
    for (MethodSpec setting : job.settings()) {
      records.accept(record(job, setting, nothing, wrong));
    }
  }

  private RunRecord record(RunJob job, MethodSpec setting, Answer answer, Outcome outcome) {
    return RunRecord.of(job.task().key(), profile, job.sample(), setting, answer, outcome);
  }
}
