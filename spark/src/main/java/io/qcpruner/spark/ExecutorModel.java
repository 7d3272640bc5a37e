package io.qcpruner.spark;

import io.qcpruner.eval.cluster.ProgramVersion;
import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.SampleAnswering;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskData;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.spark.SparkEnv;

/**
 * The model and the tasks of one executor process: opened by the first batch, shared by all, closed
 * when the process or the run ends. A failure to open is cached and rethrown.
 */
final class ExecutorModel {

  private static final System.Logger LOG = System.getLogger(ExecutorModel.class.getName());
  private static final long CLOSE_SECONDS = 5;

  /** One per process: weights and native libraries are the process's. */
  private static ExecutorModel current;

  /** Batches hold the read lock, so that a model is never closed under a running one. */
  private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

  private final ExecutorSetup setup;
  private final Map<String, Loaded> tasks = new HashMap<>();
  private RunSource source;
  private EvalModel model;
  private Optional<DataRoot> data;
  private ExecutorFacts facts;
  private ExecutorException failure;

  /** A task and its samples by row. */
  record Loaded(Task task, TaskData data, Map<Integer, Sample> rows) {}

  private ExecutorModel(ExecutorSetup setup) {
    this.setup = setup;
  }

  /** The model of a run in this process. */
  static synchronized ExecutorModel of(ExecutorSetup setup) {
    if (current == null || !current.setup.run().equals(setup.run())) {
      if (current != null) {
        current.close();
      } else {
        Runtime.getRuntime().addShutdownHook(new Thread(ExecutorModel::closeAtExit));
      }
      current = new ExecutorModel(setup);
    }
    return current;
  }

  /** Closes the model of a run that ended, if it is in this process. */
  static synchronized void release(String run) {
    if (current != null && current.setup.run().equals(run)) {
      current.close();
    }
  }

  private static synchronized void closeAtExit() {
    current.close();
  }

  <R> R use(Function<ExecutorModel, R> work) {
    use.readLock().lock();
    try {
      return work.apply(this);
    } finally {
      use.readLock().unlock();
    }
  }

  ExecutorSetup setup() {
    return setup;
  }

  synchronized EvalModel model() {
    if (failure != null) {
      throw failure;
    }
    if (model == null) {
      try {
        source = ShippedModel.place(setup);
        model = source.open(setup.threads());
        data = source.openData();
      } catch (ClosedByInterruptException e) {
        // this copy of a batch is no longer wanted; the next one may open the model
        throw new ExecutorException(host() + ": interrupted while the model was opened");
      } catch (IOException | RuntimeException | LinkageError e) {
        failure = new ExecutorException(host() + ": the model can't be opened: " + text(e));
        throw failure;
      }
    }
    return model;
  }

  SampleAnswering answering() {
    return new SampleAnswering(model(), setup.recordBroken());
  }

  /** A task with its rows, loaded by the first batch that needs it; pictures are not read. */
  synchronized Loaded task(String key) throws IOException {
    Loaded loaded = tasks.get(key);
    if (loaded == null) {
      Task task = source.task(key);
      TaskData rows = task.load(data, model().card().profile());
      Map<Integer, Sample> byRow = new HashMap<>();
      rows.samples().forEach(sample -> byRow.put(sample.row(), sample));
      loaded = new Loaded(task, rows, byRow);
      tasks.put(key, loaded);
    }
    return loaded;
  }

  /** Why this executor's answers would not be the driver's, empty if they would. */
  Optional<String> mismatch(String task) throws IOException {
    if (!ProgramVersion.current().equals(setup.version())) {
      return differs("program version", setup.version(), ProgramVersion.current());
    }
    String checkpoint = model().card().checksum();
    if (!checkpoint.equals(setup.modelChecksum())) {
      return differs("checkpoint checksum", setup.modelChecksum(), checkpoint);
    }
    String rows = task(task).data().checksum();
    String expected = setup.taskChecksums().get(task);
    return rows.equals(expected) ? Optional.empty() : differs("data of " + task, expected, rows);
  }

  private static Optional<String> differs(String what, String driver, String here) {
    return Optional.of(
        host() + " has another " + what + " than the driver: " + here + ", driver " + driver);
  }

  synchronized ExecutorFacts facts() {
    if (facts == null) {
      facts =
          new ExecutorFacts(
              SparkEnv.get().executorId(),
              host(),
              ProcessHandle.current().pid(),
              System.getProperty("java.version"),
              Runtime.getRuntime().availableProcessors(),
              setup.source().processor(),
              System.getProperty("org.bytedeco.openblas.load", "openblas"),
              ProgramVersion.current());
    }
    return facts;
  }

  private static String host() {
    return SparkEnv.get().blockManager().blockManagerId().host();
  }

  static String text(Throwable failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  private void close() {
    boolean alone = false;
    try {
      alone = use.writeLock().tryLock(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!alone) {
      // a batch still runs: its memory goes with the process
      return;
    }
    try {
      if (model != null) {
        model.close();
        if (data.isPresent()) {
          data.get().close();
        }
      }
      failure = new ExecutorException("the run has ended");
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "the data folder could not be closed", e);
    } finally {
      use.writeLock().unlock();
    }
  }
}
