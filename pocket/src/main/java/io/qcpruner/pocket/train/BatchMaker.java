package io.qcpruner.pocket.train;

import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionGenerator;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneMix;
import io.qcpruner.pocket.scene.Seeds;
import io.qcpruner.pocket.scene.Window;
import java.util.Optional;
import java.util.Random;

/** Draws pictures and questions of one stage and packs them. */
final class BatchMaker {

  /** Seeds per step, so that no two steps draw the same scene. */
  private static final int LARGEST_BATCH = 64;

  /** More repeated shapes than in tests, because counting past two is learnt from few scenes. */
  private static final int THEMES_IN_THREE = 2;

  private final SceneGenerator scenes = new SceneGenerator();
  private final QuestionGenerator questions = new QuestionGenerator();
  private final TurnEncoder encoder;

  BatchMaker(TurnEncoder encoder) {
    this.encoder = encoder;
  }

  /** The batch of a step: the same step gives the same batch. */
  Batch make(Split split, Stage stage, long step) {
    Random random = Seeds.random(split.seed(step) ^ stage.name().hashCode());
    Stage.View view = stage.drawView(random);
    int room = Window.GRID - view.side();
    Window window =
        new Window(random.nextInt(room + 1), random.nextInt(room + 1), view.side(), view.side());
    int[] prefix = encoder.prefix(random.nextBoolean());
    BatchFilling filling = new BatchFilling(view.batch(), view.textRows(), window, prefix);
    SceneMix mix = new SceneMix(view.shapesInTen(), THEMES_IN_THREE);
    for (int b = 0; b < view.batch(); b++) {
      long seed = split.seed(step * LARGEST_BATCH + b);
      Scene scene = scenes.generate(seed, window, view.fewest(), view.most(), mix);
      filling.picture(b, scene);
      if (view.textRows() > 0) {
        ask(stage, scene, random, b, filling);
      }
    }
    return filling.batch();
  }

  /** Three and four are rarer than smaller numbers, so that two would be the safe answer. */
  private static boolean isSmallCount(Question q) {
    return q.family() == Family.COUNT && q.mentions().get(0).objects().size() < 3;
  }

  private void ask(Stage stage, Scene scene, Random random, int b, BatchFilling filling) {
    int misses = 0;
    while (misses < 4) {
      Family family = stage.drawFamily(random);
      Optional<Question> question = questions.ask(family, scene, random);
      if (question.isPresent() && isSmallCount(question.get()) && random.nextInt(3) > 0) {
        continue;
      }
      Optional<Turn> turn = question.map(encoder::encode);
      if (turn.isEmpty() || !filling.turn(b, scene, turn.get())) {
        misses++;
      }
    }
  }
}
