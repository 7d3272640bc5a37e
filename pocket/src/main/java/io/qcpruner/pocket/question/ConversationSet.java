package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneMix;
import io.qcpruner.pocket.scene.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A fixed set of conversations of a split: one about each picture, with centres anywhere. */
public final class ConversationSet {

  /** Turns of every conversation. */
  public static final int TURNS = 6;

  /** Keeps the draws of conversations apart from those of single questions. */
  private static final long SALT = 0x51E57106L << 20;

  /** A picture and what is asked about it, one question after the other. */
  public record Item(Scene scene, List<Question> questions) {
    public Item {
      questions = List.copyOf(questions);
    }
  }

  private ConversationSet() {}

  /** The conversations about the first pictures; families are drawn with equal chances. */
  public static List<Item> of(Split split, int count) {
    SceneGenerator generator = new SceneGenerator();
    QuestionGenerator generatorOfQuestions = new QuestionGenerator();
    List<Item> items = new ArrayList<>();
    for (long i = 0; items.size() < count; i++) {
      long seed = split.seed(i);
      Scene scene = QuestionSet.scene(generator, seed, SceneMix.ANYWHERE);
      Random random = Seeds.random(seed ^ SALT);
      List<Question> questions = new ArrayList<>();
      // a picture that gives no question of a family is asked about another
      for (int t = 0; t < 10 * TURNS && questions.size() < TURNS; t++) {
        Family family = Family.values()[random.nextInt(Family.values().length)];
        Optional<Question> question = generatorOfQuestions.ask(family, scene, random);
        question.ifPresent(questions::add);
      }
      if (questions.size() == TURNS) {
        items.add(new Item(scene, questions));
      }
    }
    return items;
  }
}
