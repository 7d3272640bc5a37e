package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.question.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;

/** Trains one stage after another; stops and goes on at any checkpoint. */
public final class Trainer implements AutoCloseable {

  private static final int LOG_EVERY = 20;
  private static final Duration SAVE_EVERY = Duration.ofMinutes(1);
  private static final int WARM_UP = 10;

  private final Course course;
  private final Path file;
  private final Consumer<String> log;
  private final Parameters parameters;
  private final Parameters trained;
  private final PocketNet net;
  private final Optimizer optimizer;
  private final long startStep;
  private TrainCheckpoint.State state = TrainCheckpoint.State.START;

  /**
   * @param file checkpoint to go on from, and to write
   * @param seed of the starting values, when there is no checkpoint yet
   */
  public Trainer(Path file, long seed, Consumer<String> log) throws IOException {
    this(new PictureCourse(), file, seed, log);
  }

  /** Trains the clip model instead of the picture model. */
  public static Trainer ofClips(Path file, long seed, Consumer<String> log) throws IOException {
    return new Trainer(new ClipCourse(), file, seed, log);
  }

  private Trainer(Course course, Path file, long seed, Consumer<String> log) throws IOException {
    this.course = course;
    this.file = file;
    this.log = log;
    if (Files.exists(file)) {
      parameters = new Parameters();
      state = TrainCheckpoint.load(file, parameters);
    } else {
      parameters = course.start(seed);
    }
    course.complete(parameters, seed);
    startStep = state.step();
    net = course.net(parameters);
    trained = parameters.only(course::trains);
    optimizer = new Optimizer(trained);
    log.accept("%d parameters, step %d".formatted(parameters.count(), state.step()));
  }

  public TrainCheckpoint.State state() {
    return state;
  }

  /** Starts at the beginning of a level, whatever the checkpoint says. */
  public void jumpTo(int level) {
    state = new TrainCheckpoint.State(state.step(), level, 0);
  }

  /** Runs what is left of the curriculum. */
  public void run(Curriculum curriculum) throws IOException, InterruptedException {
    run(curriculum, Optional.empty());
  }

  /**
   * Runs what is left of the curriculum.
   *
   * @param time for all of it, shared out by the levels' steps; without it the steps are counted
   */
  public void run(Curriculum curriculum, Optional<Duration> time)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + time.map(Duration::toNanos).orElse(0L);
    while (state.level() < curriculum.levels().size()) {
      Curriculum.Level level = curriculum.levels().get(state.level());
      Pace pace = new StepPace(level.steps());
      if (time.isPresent()) {
        long steps =
            curriculum.levels().stream().skip(state.level()).mapToLong(l -> l.steps()).sum();
        // a level that took too long leaves nothing for the next
        long left = Math.max(0, end - System.nanoTime());
        pace = new ClockPace(System.nanoTime(), Math.max(1, left * level.steps() / steps));
      }
      run(level, pace);
      jumpTo(state.level() + 1);
      TrainCheckpoint.save(file, parameters, state);
    }
  }

  private void run(Curriculum.Level level, Pace pace) throws IOException, InterruptedException {
    CurriculumStage stage = level.stage();
    RunningMeans means = new RunningMeans();
    try (Feed<Batch> feed =
        new Feed<>(step -> course.make(Split.TRAIN, stage, step), state.step())) {
      long saved = System.nanoTime();
      while (pace.done(state.inLevel()) < 1) {
        Batch batch = feed.take();
        long sinceStart = state.step() - startStep;
        double rate = level.rates().at(sinceStart, pace.done(state.inLevel()));
        one(batch, level.rates(), rate, means);
        state = new TrainCheckpoint.State(state.step() + 1, state.level(), state.inLevel() + 1);
        if (state.step() % LOG_EVERY == 0) {
          double accuracy = means.meanAccuracy();
          log.accept(means.line(state.step(), stage) + patchAccuracy(batch));
          if (accuracy >= level.enough()) {
            return;
          }
        }
        if (System.nanoTime() - saved >= SAVE_EVERY.toNanos()) {
          TrainCheckpoint.save(file, parameters, state);
          saved = System.nanoTime();
        }
      }
    }
  }

  private void one(Batch batch, Rates rates, double rate, RunningMeans means) throws IOException {
    PointerScope scope = new PointerScope();
    try (Holder holder = new Holder()) {
      PocketNet.Outcome out = net.run(batch, holder);
      out.loss().backward();
      // a batch without questions leaves the decoder as it is
      double decoderRate = batch.textRows() == 0 ? 0 : rate;
      optimizer.step(decoderRate, rate * rates.towerShare(), rate * Rates.OTHER_SHARE);
      long[] predicted = out.predicted() == null ? null : Tensors.toLongs(out.predicted());
      means.add(batch, new PackedRows(batch), predicted, losses(out));
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

  private static Map<String, Double> losses(PocketNet.Outcome out) {
    Map<String, Double> losses = new LinkedHashMap<>();
    losses.put("patches", (double) out.patches().item_float());
    if (out.answers() != null) {
      losses.put("answers", (double) out.answers().item_float());
    }
    out.helps().forEach((name, loss) -> losses.put(name, (double) loss.item_float()));
    return losses;
  }

  @Override
  public void close() {
    optimizer.close();
    net.close();
    trained.close();
    parameters.close();
    course.close();
  }

  /**
   * Learning rates: warm-up after every start, then flat, then a straight line to zero.
   *
   * @param peak rate of the decoder's matrices
   * @param towerShare part of it that the tower's and projector's matrices take
   * @param decay whether this stage ends at zero
   */
  public record Rates(double peak, double towerShare, boolean decay) {

    /** Embeddings, norms and biases take this share of the matrices' rate. */
    static final double OTHER_SHARE = 0.15;

    /**
     * @param done share of the stage that is behind us
     */
    double at(long sinceStart, double done) {
      double warm = Math.min(1, (sinceStart + 1.0) / WARM_UP);
      double left = decay ? Math.max(0, 1 - done) : 1;
      return peak * warm * left;
    }
  }

  /** How much of a level is behind us; at 1 it ends. */
  private interface Pace {
    double done(long steps);
  }

  private record StepPace(int all) implements Pace {
    @Override
    public double done(long steps) {
      return (double) steps / all;
    }
  }

  private record ClockPace(long start, long nanos) implements Pace {
    @Override
    public double done(long steps) {
      return (double) (System.nanoTime() - start) / nanos;
    }
  }
}
