package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.run.Answer;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.task.Sample;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.spark.TaskContext;

/** A fake model to which the misfortunes of a {@link FakeSource} happen. */
record UnluckyModel(EvalModel model, FakeSource.Misfortune misfortune, int lastRow, Journal journal)
    implements EvalModel {

  private static final long LAST_ROW_NANOS = TimeUnit.SECONDS.toNanos(1);

  @Override
  public ModelCard card() {
    return model.card();
  }

  @Override
  public Loaded load(Sample sample) throws IOException {
    journal.add("tower " + sample.row());
    if (sample.row() == misfortune.haltRow()) {
      Runtime.getRuntime().halt(134);
    }
    Loaded loaded = model.load(sample);
    return new Loaded() {
      @Override
      public Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled) {
        if (sample.row() == misfortune.slowRow()
            && TaskContext.get().attemptNumber() == 0
            && journal.first("stuck")) {
          waitUntil(cancelled);
        }
        if (misfortune.slowRow() >= 0 && sample.row() == lastRow) {
          LockSupport.parkNanos(LAST_ROW_NANOS);
        }
        return loaded.answer(setting, maxNewTokens, cancelled);
      }

      @Override
      public List<Utility> cues() {
        return loaded.cues();
      }

      @Override
      public void close() {
        loaded.close();
      }
    };
  }

  /**
   * Spark interrupts the thread of the slower copy too, which a computing model does not notice.
   */
  private void waitUntil(BooleanSupplier cancelled) {
    while (!cancelled.getAsBoolean()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    Thread.interrupted();
    try {
      journal.add("stopped");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
