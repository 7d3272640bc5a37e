package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.pocket.question.ClipAsker;
import io.qcpruner.pocket.question.ClipFamily;
import io.qcpruner.pocket.question.ClipQuestion;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Seeds;
import java.io.IOException;
import java.util.Optional;
import java.util.Random;

/** Clips with the LLaVA-Video of this module. */
final class ClipCourse implements Course {

  /** Seeds per step, so that no two steps draw the same clip. */
  private static final int LARGEST_BATCH = 64;

  private final TurnEncoder words = new TurnEncoder();
  private final ClipEncoder encoder = new ClipEncoder();
  private final DenseWords dense = new DenseWords();
  private final ClipGenerator clips = new ClipGenerator();
  private final ClipAsker asker = new ClipAsker();

  @Override
  public Parameters start(long seed) throws IOException {
    return ClipStart.fromPictures(seed);
  }

  @Override
  public void complete(Parameters parameters, long seed) {
    // a checkpoint of clips has everything
  }

  /** The pooling head has a trainer of its own. */
  @Override
  public boolean trains(String name) {
    return !HeadExport.isHead(name);
  }

  @Override
  public PocketNet net(Parameters parameters) throws WeightsException {
    return PocketNet.ofClips(parameters, words);
  }

  @Override
  public Batch make(Split split, CurriculumStage stage, long step) {
    Random random = Seeds.random(split.seed(step) ^ stage.name().hashCode());
    CurriculumStage.View view = stage.drawView(random);
    BatchFilling filling = filling(view.batch(), view.textRows(), stage.lesson());
    for (int b = 0; b < view.batch(); b++) {
      long seed = split.seed(step * LARGEST_BATCH + b);
      MovingScene clip = clips.generate(seed, view.fewest(), view.most(), stage.lattice());
      ClipSight sight = new ClipSight(clip, dense);
      filling.clip(b, clip.frames(), sight.cells());
      ask(stage, clip, random, b, filling);
    }
    filling.late(stage.drawLate(random));
    return filling.batch();
  }

  /** An empty batch of clips. */
  BatchFilling filling(int batch, int textRows, Lesson lesson) {
    BatchFilling.Views views =
        new BatchFilling.Views(
            batch, MovingScene.FRAMES, MovingScene.WINDOW, ClipSight.CELLS, ClipSight.visual());
    return new BatchFilling(views, textRows, encoder.prefix(), lesson);
  }

  ClipEncoder encoder() {
    return encoder;
  }

  private void ask(
      CurriculumStage stage, MovingScene clip, Random random, int b, BatchFilling filling) {
    Sight sight = new ClipSight(clip, dense);
    ClipFamily[] families = ClipFamily.values();
    int misses = 0;
    int past = stage.drawTurns(random) - 1; // turns before the one to be answered
    int packed = 0;
    while (misses < 4) {
      ClipFamily family = families[random.nextInt(families.length)];
      Optional<ClipQuestion> question = asker.ask(family, clip, random);
      if (question.isEmpty()
          || !pack(b, sight, turn(question.get(), packed, past), packed, filling)) {
        misses++;
      } else if (packed++ == past) {
        past = stage.drawTurns(random) - 1;
        packed = 0;
      }
    }
  }

  private EncodedTurn turn(ClipQuestion question, int packed, int past) {
    if (packed < past) {
      return encoder.past(question, packed > 0);
    }
    return packed > 0 ? encoder.encodeLater(question) : encoder.encode(question);
  }

  private static boolean pack(
      int b, Sight sight, EncodedTurn turn, int packed, BatchFilling filling) {
    return packed > 0 ? filling.laterTurn(b, sight, turn) : filling.turn(b, sight, turn);
  }

  @Override
  public void close() {
    encoder.close();
    words.close();
  }
}
