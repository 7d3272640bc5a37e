package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.ClipTextTower;
import io.qcpruner.model.vision.SiglipPoolingHead;
import io.qcpruner.model.vision.VitTower;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.question.Caption;
import io.qcpruner.pocket.question.CaptionGenerator;
import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/**
 * Trains the attention pooling of the clip model's tower, and nothing else: what it makes of a
 * frame should lie near captions that are true of the frame. Texts are those of the picture model's
 * text tower, which stays as it is.
 */
public final class HeadTrainer implements AutoCloseable {

  private static final int LOG_EVERY = 20;
  private static final int CLIPS = 4;
  private static final int FRAMES = CLIPS * MovingScene.FRAMES;
  private static final int CAPTIONS = 48;
  private static final double RATE = 0.02;
  private static final double OTHER_RATE = 0.003;

  private final TurnEncoder encoder = new TurnEncoder();
  private final ClipGenerator clips = new ClipGenerator();
  private final CaptionGenerator captions = new CaptionGenerator();
  private final Workspace workspace = new Workspace(Placement.cpu());
  private final Parameters parameters = new Parameters();
  private final Parameters trained;
  private final Parameters pictures;
  private final Path file;
  private final Consumer<String> log;
  private final TrainCheckpoint.State state;
  private final VitTower tower;
  private final SiglipPoolingHead head;
  private final ClipTextTower text;
  private final Optimizer optimizer;

  /**
   * @param file checkpoint of the clip model to read and, when done, to write
   */
  public HeadTrainer(Path file, long seed, Consumer<String> log) throws IOException {
    this.file = file;
    this.log = log;
    this.state = TrainCheckpoint.load(file, parameters);
    Initializer.addHead(parameters, seed);
    this.trained = parameters.only(HeadExport::isHead);
    this.pictures = TrainCheckpoint.weights(PocketModel.unpack());
    ModuleFactory modules = new ModuleFactory(parameters, Placement.cpu());
    this.tower = new VitTower(PocketShape.clipTower(), modules);
    this.head = new SiglipPoolingHead(PocketShape.clipTower(), modules);
    this.text =
        new ClipTextTower(PocketShape.captions(), new ModuleFactory(pictures, Placement.cpu()));
    this.optimizer = new Optimizer(trained);
  }

  /** Runs this many steps, the rate falling to zero, and writes the checkpoint. */
  public void run(int steps) throws IOException {
    double sum = 0;
    for (int step = 0; step < steps; step++) {
      sum += one(step, 1 - (double) step / steps);
      if ((step + 1) % LOG_EVERY == 0) {
        log.accept(String.format(Locale.ROOT, "%6d head %.3f", step + 1, sum / LOG_EVERY));
        sum = 0;
      }
    }
    TrainCheckpoint.save(file, parameters, state);
  }

  private double one(long step, double left) {
    PointerScope scope = new PointerScope();
    try {
      Tensor loss = loss(Split.TRAIN, step);
      loss.backward();
      optimizer.step(0, RATE * left, OTHER_RATE * left);
      return loss.item_float();
    } finally {
      scope.close();
    }
  }

  /** The loss on the clips of a step, as it is. */
  double lossOf(Split split, long step) {
    PointerScope scope = new PointerScope();
    NoGradGuard off = new NoGradGuard();
    try {
      return loss(split, step).item_float();
    } finally {
      off.close();
      scope.close();
    }
  }

  private Tensor loss(Split split, long step) {
    List<List<SceneObject>> seen = new ArrayList<>();
    int side = PocketShape.clipTower().imageSize();
    float[] pixels = new float[FRAMES * 3 * side * side];
    for (int c = 0; c < CLIPS; c++) {
      MovingScene clip = ClipSet.clip(clips, split.seed(step * CLIPS + c));
      for (int f = 0; f < MovingScene.FRAMES; f++) {
        PixelRows.SIGLIP.write(clip.frames().get(f), pixels, seen.size());
        seen.add(clip.seen(f));
      }
    }
    Batch.Captions texts = captions(seen, Seeds.random(split.seed(step)));
    Tensor rows;
    Tensor known;
    NoGradGuard off = new NoGradGuard();
    try {
      Tensor frames = Tensors.ofFloats(pixels, Placement.cpu(), FRAMES, 3, side, side);
      rows = tower.forward(frames, workspace).clone().detach();
      known = text.encodeAll(texts.ids(), workspace).clone().detach();
    } finally {
      off.close();
    }
    Tensor pooled = head.forward(rows, workspace).descriptors();
    return CaptionLoss.ofPairs(pooled, known, texts.holds());
  }

  /** Captions of frames that show something, checked against all frames. */
  private Batch.Captions captions(List<List<SceneObject>> seen, Random random) {
    List<List<SceneObject>> some = seen.stream().filter(s -> !s.isEmpty()).toList();
    List<Caption> texts = new ArrayList<>();
    while (texts.size() < CAPTIONS) {
      texts.add(captions.draw(some.get(random.nextInt(some.size())), random));
    }
    boolean[] holds = new boolean[seen.size() * CAPTIONS];
    for (int i = 0; i < holds.length; i++) {
      holds[i] = texts.get(i % CAPTIONS).holds(seen.get(i / CAPTIONS));
    }
    return new Batch.Captions(texts.stream().map(t -> encoder.caption(t.text())).toList(), holds);
  }

  @Override
  public void close() {
    optimizer.close();
    workspace.close();
    trained.close();
    parameters.close();
    pictures.close();
    encoder.close();
  }
}
