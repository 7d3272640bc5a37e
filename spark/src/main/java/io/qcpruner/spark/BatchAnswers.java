package io.qcpruner.spark;

import io.qcpruner.eval.run.BrokenSampleException;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.json.OptionalField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What became of a batch: its records as lines of JSON, or why the run must stop.
 *
 * @param lines records of the samples before the verdict, all of them if there is none
 * @param modelSeconds time inside the model
 * @param stop why the run must stop, null if it must not
 */
record BatchAnswers(
    List<String> lines, double modelSeconds, ExecutorFacts executor, @OptionalField Verdict stop) {

  /** Records have a few kilobytes; a larger result is a mistake that would fill the driver. */
  static final int MAX_BYTES = 64 << 20;

  /**
   * A failure that no other executor could avoid.
   *
   * @param kind {@code broken}, {@code sample} or {@code mismatch}
   * @param row of the sample, -1 if it is not about one
   */
  record Verdict(String kind, String task, int row, String message) {

    /** What the driver fails with. */
    RunException failure() {
      return kind.equals("broken")
          ? new BrokenSampleException(message, null)
          : new RunException(message);
    }
  }

  byte[] toBytes() {
    try {
      byte[] bytes = RunJson.MAPPER.writeValueAsBytes(this);
      if (bytes.length > MAX_BYTES) {
        throw new ExecutorException(
            String.format(
                "%d answers of a batch take %d MB, more than %d; use fewer --samples-per-task",
                lines.size(), bytes.length >> 20, MAX_BYTES >> 20));
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("answers of a batch could not be written", e);
    }
  }

  static BatchAnswers parse(byte[] bytes) throws IOException {
    return RunJson.MAPPER.readValue(bytes, BatchAnswers.class);
  }
}
