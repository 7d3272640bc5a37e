package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.question.Caption;
import io.qcpruner.pocket.question.CaptionGenerator;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionGenerator;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneMix;
import io.qcpruner.pocket.scene.Seeds;
import io.qcpruner.pocket.scene.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Draws pictures and questions of one stage and packs them. */
final class BatchMaker {

  /** Seeds per step, so that no two steps draw the same scene. */
  private static final int LARGEST_BATCH = 64;

  /** More repeated shapes than in tests, because counting past two is learnt from few scenes. */
  private static final int THEMES_IN_THREE = 2;

  private static final double SMALLEST_KEPT = 0.25;
  private static final double LARGEST_KEPT = 0.8;

  /** Patches are dropped in front of layers 0 to this one. */
  private static final int LAST_DROP = 8;

  private static final int MAX_CAPTIONS = 96;
  private static final int MAX_CAPTIONS_EACH = 8;

  private final DenseWords words = new DenseWords();
  private final CaptionGenerator captions = new CaptionGenerator();
  private final SceneGenerator scenes = new SceneGenerator();
  private final QuestionGenerator questions = new QuestionGenerator();
  private final TurnEncoder encoder;

  BatchMaker(TurnEncoder encoder) {
    this.encoder = encoder;
  }

  /** The batch of a step: the same step gives the same batch. */
  Batch make(Split split, CurriculumStage stage, long step) {
    Random random = Seeds.random(split.seed(step) ^ stage.name().hashCode());
    CurriculumStage.View view = stage.drawView(random);
    int slack = Window.GRID - view.side();
    Window window =
        new Window(random.nextInt(slack + 1), random.nextInt(slack + 1), view.side(), view.side());
    int[] prefix = encoder.prefix(random.nextBoolean());
    BatchFilling filling =
        new BatchFilling(view.batch(), view.textRows(), window, prefix, stage.lesson());
    List<Scene> drawn = new ArrayList<>();
    SceneMix mix = new SceneMix(view.shapesInTen(), THEMES_IN_THREE, stage.lattice());
    for (int b = 0; b < view.batch(); b++) {
      long seed = split.seed(step * LARGEST_BATCH + b);
      Scene scene = scenes.generate(seed, window, view.fewest(), view.most(), mix);
      filling.picture(b, scene);
      drawn.add(scene);
      if (view.textRows() > 0) {
        ask(stage, scene, random, b, filling);
      }
    }
    if (view.textRows() > 0 && random.nextDouble() < stage.lesson().drops()) {
      filling.drop(drop(window.patches(), random));
    }
    filling.late(stage.drawLate(random));
    if (stage.lesson().captions()) {
      filling.captions(captions(drawn, random));
    }
    return filling.batch();
  }

  /** Between a quarter and four fifths of the patches stay, small shares as often as large ones. */
  private static Batch.Drop drop(int patches, Random random) {
    double share = SMALLEST_KEPT * Math.pow(LARGEST_KEPT / SMALLEST_KEPT, random.nextDouble());
    boolean[] kept = new boolean[patches];
    for (int i = 0; i < patches; i++) {
      kept[i] = random.nextDouble() < share;
    }
    return new Batch.Drop(random.nextInt(LAST_DROP + 1), kept);
  }

  private Batch.Captions captions(List<Scene> scenes, Random random) {
    int each = Math.max(2, Math.min(MAX_CAPTIONS_EACH, MAX_CAPTIONS / scenes.size()));
    List<Caption> texts = new ArrayList<>();
    for (Scene scene : scenes) {
      for (int i = 0; i < each && !scene.objects().isEmpty(); i++) {
        texts.add(captions.draw(scene.objects(), random));
      }
    }
    boolean[] holds = new boolean[scenes.size() * texts.size()];
    for (int i = 0; i < holds.length; i++) {
      holds[i] = texts.get(i % texts.size()).holds(scenes.get(i / texts.size()).objects());
    }
    List<int[]> ids = texts.stream().map(c -> encoder.caption(c.text())).toList();
    return new Batch.Captions(ids, holds);
  }

  /** Three and four are rarer than smaller numbers, so that two would be the safe answer. */
  private static boolean isSmallCount(Question q) {
    return q.family() == Family.COUNT && q.mentions().get(0).objects().size() < 3;
  }

  private void ask(CurriculumStage stage, Scene scene, Random random, int b, BatchFilling filling) {
    Sight sight = new PictureSight(scene, words);
    int misses = 0;
    int left = 0; // turns of the conversation that is being packed
    while (misses < 4) {
      boolean later = left > 0;
      Family family = stage.drawFamily(random);
      Optional<Question> question = questions.ask(family, scene, random);
      if (question.isPresent() && isSmallCount(question.get()) && random.nextInt(3) > 0) {
        continue;
      }
      Optional<EncodedTurn> turn =
          question.map(q -> later ? encoder.encodeLater(q) : encoder.encode(q));
      boolean packed =
          turn.isPresent()
              && (later
                  ? filling.laterTurn(b, sight, turn.get())
                  : filling.turn(b, sight, turn.get()));
      if (!packed) {
        misses++;
      } else {
        left = later ? left - 1 : stage.drawTurns(random) - 1;
      }
    }
  }
}
