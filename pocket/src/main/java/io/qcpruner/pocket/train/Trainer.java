package io.qcpruner.pocket.train;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.question.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** Trains one stage after another; stops and goes on at any checkpoint. */
public final class Trainer implements AutoCloseable {

  private static final int LOG_EVERY = 20;
  private static final int WARM_UP = 40;

  private final TurnEncoder encoder = new TurnEncoder();
  private final Path file;
  private final Consumer<String> log;
  private final Parameters parameters;
  private final PocketNet net;
  private final Optimizer optimizer;
  private final long startStep;
  private long step;

  /**
   * @param file checkpoint to go on from, and to write
   * @param seed of the starting values, when there is no checkpoint yet
   */
  public Trainer(Path file, long seed, Consumer<String> log) throws IOException {
    this.file = file;
    this.log = log;
    if (Files.exists(file)) {
      parameters = new Parameters();
      step = TrainCheckpoint.load(file, parameters);
    } else {
      parameters = Initializer.fresh(seed, encoder.vocabulary());
    }
    startStep = step;
    net = new PocketNet(parameters, encoder);
    optimizer = new Optimizer(parameters);
    log.accept("%d parameters, step %d".formatted(parameters.count(), step));
  }

  /**
   * Runs a stage.
   *
   * @param rates learning rates
   * @param steps how many steps at most
   * @param enough mean accuracy over the families that ends the stage early; above 1 for never
   */
  public void run(Stage stage, Rates rates, int steps, double enough)
      throws IOException, InterruptedException {
    Progress progress = new Progress();
    long end = step + steps;
    try (Feed feed = new Feed(stage, step)) {
      long saved = System.nanoTime();
      long first = step;
      while (step < end) {
        Batch batch = feed.take();
        one(batch, rates.at(step - startStep, step - first, steps), progress);
        step++;
        if (step % LOG_EVERY == 0) {
          double accuracy = progress.meanAccuracy();
          log.accept(progress.line(step, stage) + patchAccuracy(batch));
          if (accuracy >= enough) {
            break;
          }
        }
        if (Duration.ofNanos(System.nanoTime() - saved).toSeconds() >= 60) {
          TrainCheckpoint.save(file, parameters, step);
          saved = System.nanoTime();
        }
      }
    }
    TrainCheckpoint.save(file, parameters, step);
  }

  private void one(Batch batch, double rate, Progress progress) throws IOException {
    PointerScope scope = new PointerScope();
    try (Holder holder = new Holder()) {
      PocketNet.Outcome out = net.run(batch, holder);
      out.loss().backward();
      optimizer.step(rate, rate * Rates.OTHER_SHARE);
      long[] predicted = out.predicted() == null ? null : Tensors.toLongs(out.predicted());
      double[] losses = {value(out.answers()), value(out.patches()), value(out.looks())};
      progress.add(batch, new PackedRows(batch), predicted, losses);
    } finally {
      scope.close();
    }
  }

  private String patchAccuracy(Batch batch) throws IOException {
    PointerScope scope = new PointerScope();
    NoGradGuard off = new NoGradGuard();
    try {
      double[] right = net.patchAccuracy(batch);
      return String.format(
          Locale.ROOT, " | patch name %.0f color %.0f", 100 * right[0], 100 * right[1]);
    } finally {
      off.close();
      scope.close();
    }
  }

  private static double value(Tensor t) {
    return t == null ? 0 : t.item_float();
  }

  @Override
  public void close() {
    optimizer.close();
    net.close();
    parameters.close();
    encoder.close();
  }

  /**
   * Learning rates: warm-up after every start, then flat, then a straight line to zero.
   *
   * @param peak rate of the matrices
   * @param decay whether this stage ends at zero
   */
  public record Rates(double peak, boolean decay) {

    /** Embeddings, norms and biases take this share of the matrices' rate. */
    static final double OTHER_SHARE = 0.15;

    double at(long sinceStart, long inStage, long stageSteps) {
      double warm = Math.min(1, (sinceStart + 1.0) / WARM_UP);
      double left = decay ? 1 - (double) inStage / stageSteps : 1;
      return peak * warm * left;
    }
  }

  /** Makes batches ahead, so that drawing never waits for arithmetic nor the other way round. */
  private final class Feed implements AutoCloseable {
    private final BlockingQueue<Batch> ready = new ArrayBlockingQueue<>(3);
    private final Thread thread;

    Feed(Stage stage, long from) {
      BatchMaker maker = new BatchMaker(encoder);
      thread =
          new Thread(
              () -> {
                try {
                  for (long s = from; ; s++) {
                    ready.put(maker.make(Split.TRAIN, stage, s));
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "pocket-scenes");
      thread.setDaemon(true);
      thread.start();
    }

    Batch take() throws InterruptedException {
      return ready.take();
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }
}
