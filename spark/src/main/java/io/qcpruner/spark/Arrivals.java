package io.qcpruner.spark;

import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.run.RunSession;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the answers of batches to the run folder as they arrive. The driver parses and writes each
 * record anew, so the bytes in the file do not depend on the executors' libraries.
 */
final class Arrivals implements ResultHandler {

  private final RunSession session;
  private final Path folder;
  private final ExecutorRegister register;
  private final Runnable cancel;
  private double modelSeconds;
  private int duplicates;
  private boolean closed;
  private IOException failure;

  /**
   * @param cancel stops the job; it must return at once
   */
  Arrivals(RunSession session, Path folder, ExecutorRegister register, Runnable cancel) {
    this.session = session;
    this.folder = folder;
    this.register = register;
    this.cancel = cancel;
  }

  @Override
  public synchronized void take(int batch, byte[] result) {
    if (closed) {
      return;
    }
    try {
      BatchAnswers answers = BatchAnswers.parse(result);
      modelSeconds += answers.modelSeconds();
      register.answered(answers.executor(), answers.lines().size());
      for (String line : answers.lines()) {
        write(line);
      }
      if (answers.stop() != null) {
        fail(answers.stop().failure());
      }
    } catch (IOException e) {
      // nothing more can be written
      closed = true;
      fail(e);
    } catch (RuntimeException e) {
      fail(new RunException("batch " + batch + " could not be recorded: " + e, e));
    }
  }

  private void write(String line) throws IOException {
    RunRecord record = RunJson.MAPPER.readValue(line, RunRecord.class);
    if (session.has(record.key())) {
      compare(record);
      duplicates++;
      return;
    }
    session.append(record, ", " + register.alive() + " executors");
  }

  /** A second answer may differ in what was measured, in nothing else. */
  private void compare(RunRecord again) throws IOException {
    String second = RunJson.MAPPER.writeValueAsString(again.withoutMeasurements());
    RunFolder.open(folder)
        .records(
            record -> {
              String first = RunJson.MAPPER.writeValueAsString(record.withoutMeasurements());
              if (record.key().equals(again.key()) && !first.equals(second)) {
                throw new RunException("two answers to one question: " + first + " and " + second);
              }
            });
  }

  private void fail(IOException e) {
    if (failure == null) {
      failure = e;
      cancel.run();
    }
  }

  /** No more answers are written: the process is about to end. */
  synchronized void interrupt() {
    closed = true;
    fail(new RunException("interrupted; continue with --resume"));
  }

  synchronized boolean failed() {
    return failure != null;
  }

  /** Throws what stopped the run, if something did. */
  synchronized void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  synchronized double modelSeconds() {
    return modelSeconds;
  }

  synchronized int duplicates() {
    return duplicates;
  }
}
