package io.qcpruner.spark;

import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model without a network on executors, with scripted misfortunes.
 *
 * @param samples per task
 * @param media name of the pictures; "broken" can't be read
 * @param log file that gets a line per tower run and per opened model, empty for none
 */
record FakeSource(int samples, String media, String log, Misfortune misfortune)
    implements RunSource {

  static final ModelProfile FAMILY = ModelProfile.LLAVA_1_5;
  static final String CHECKSUM = "c0ffee";

  /** How opening the model on an executor goes. */
  enum Opening {
    WELL,
    FAILS,
    INTERRUPTED_ONCE
  }

  /**
   * What goes wrong on executors.
   *
   * @param answerMillis time of one answer
   * @param haltRow row whose sample ends the process, -1 for none
   * @param slowRow row whose first attempt never ends by itself, -1 for none; the last row then
   *     takes seconds, so that work is left when the attempt is told to stop
   * @param opening how opening the model goes
   * @param otherCheckpoint whether executors have another checkpoint than the driver
   */
  record Misfortune(
      long answerMillis, int haltRow, int slowRow, Opening opening, boolean otherCheckpoint)
      implements java.io.Serializable {
    static final Misfortune NONE = new Misfortune(0, -1, -1, Opening.WELL, false);

    static Misfortune slow(long millis) {
      return new Misfortune(millis, -1, -1, Opening.WELL, false);
    }
  }

  FakeSource(int samples, Path log, Misfortune misfortune) {
    this(samples, "p", log.toString(), misfortune);
  }

  FakeSource(int samples) {
    this(samples, "p", "", Misfortune.NONE);
  }

  @Override
  public EvalModel describe() {
    return new FakeModel(FAMILY, CHECKSUM, 0);
  }

  @Override
  public EvalModel open(int threads) throws IOException {
    Journal journal = new Journal(log);
    journal.add("open");
    switch (misfortune.opening) {
      case FAILS -> throw new IOException("no memory for the weights");
      case INTERRUPTED_ONCE -> {
        if (journal.first("interrupted")) {
          throw new ClosedByInterruptException();
        }
      }
      default -> {}
    }
    String checksum = misfortune.otherCheckpoint ? "0ther" : CHECKSUM;
    return new UnluckyModel(
        new FakeModel(FAMILY, checksum, misfortune.answerMillis), misfortune, samples - 1, journal);
  }

  @Override
  public Task task(String key) {
    return new FakeTask(key, samples, media);
  }

  @Override
  public Optional<DataRoot> openData() {
    return Optional.empty();
  }
}
