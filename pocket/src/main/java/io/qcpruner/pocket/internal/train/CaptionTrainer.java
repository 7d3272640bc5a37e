package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.VitTower;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Trains the text tower and the projections to the joint space, and nothing else: the tower and the
 * decoder of the checkpoint stay as they are, bit for bit.
 */
public final class CaptionTrainer implements AutoCloseable {

  private static final int LOG_EVERY = 20;
  private static final double RATE = 0.02;
  private static final double OTHER_RATE = 0.003;

  private static final CurriculumStage STAGE =
      new CurriculumStage(
          "captions",
          0,
          List.of(
              new CurriculumStage.View(12, 2, 6, 16, 0, 3, 5),
              new CurriculumStage.View(16, 3, 8, 9, 0, 1, 5),
              new CurriculumStage.View(24, 3, 10, 6, 0, 2, 5)),
          new Lesson(Map.of(), 0, 0, 0, true));

  private final TurnEncoder encoder = new TurnEncoder();
  private final Parameters parameters = new Parameters();
  private final Path file;
  private final Consumer<String> log;
  private final Parameters trained;
  private final Optimizer optimizer;
  private final CaptionLoss loss;
  private final Workspace workspace = new Workspace(Placement.cpu());
  private final TrainCheckpoint.State state;

  /**
   * @param file checkpoint to read and, when done, to write
   */
  public CaptionTrainer(Path file, long seed, Consumer<String> log) throws IOException {
    this.file = file;
    this.log = log;
    this.state = TrainCheckpoint.load(file, parameters);
    Initializer.addCaptions(parameters, seed);
    this.trained = parameters.only(CaptionExport::isCaption);
    this.optimizer = new Optimizer(trained);
    this.loss = new CaptionLoss(new ModuleFactory(parameters, Placement.cpu()));
  }

  /** Runs this many steps, the rate falling to zero, and writes the checkpoint. */
  public void run(int steps) throws IOException {
    BatchMaker maker = new BatchMaker(encoder);
    double sum = 0;
    double right = 0;
    for (int step = 0; step < steps; step++) {
      Batch batch = maker.make(Split.TRAIN, STAGE, step);
      double left = 1 - (double) step / steps;
      double[] seen = one(batch, left);
      sum += seen[0];
      right += seen[1];
      if ((step + 1) % LOG_EVERY == 0) {
        log.accept(
            String.format(
                Locale.ROOT,
                "%6d captions %.3f | pairs right %.1f %%",
                step + 1,
                sum / LOG_EVERY,
                100 * right / LOG_EVERY));
        sum = 0;
        right = 0;
      }
    }
    TrainCheckpoint.save(file, parameters, state);
  }

  /** The loss, and the share of true and of false pairs that are told apart. */
  private double[] one(Batch batch, double left) throws IOException {
    PointerScope scope = new PointerScope();
    try {
      Tensor patches = patches(batch);
      CaptionLoss.Outcome out = loss.ofPatches(patches, batch.captions().orElseThrow(), workspace);
      out.loss().backward();
      optimizer.step(0, RATE * left, OTHER_RATE * left);
      return new double[] {out.loss().item_float(), out.balancedAccuracy()};
    } finally {
      scope.close();
    }
  }

  /** Rows of the frozen tower without the class row: [B, V, d]. */
  private Tensor patches(Batch batch) throws IOException {
    NoGradGuard off = new NoGradGuard();
    try {
      Window window = batch.window();
      int side = window.rows() * Window.PATCH;
      Tensor pixels =
          Tensors.ofFloats(batch.pixels(), Placement.cpu(), batch.size(), 3, side, side);
      VitTower tower =
          new VitTower(
              PocketShape.tower(window.rows()),
              new ModuleFactory(new WindowWeights(parameters, window), Placement.cpu()));
      return tower.patches(tower.forward(pixels, workspace)).clone().detach();
    } finally {
      off.close();
    }
  }

  @Override
  public void close() {
    optimizer.close();
    workspace.close();
    trained.close();
    parameters.close();
    encoder.close();
  }
}
