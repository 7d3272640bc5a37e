package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneMix;
import io.qcpruner.pocket.scene.Seeds;
import io.qcpruner.pocket.scene.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A fixed set of questions of a split: whole pictures with 3 to 10 objects. */
public final class QuestionSet {

  public static final int FEWEST_OBJECTS = 3;
  public static final int MAX_OBJECTS = 10;

  /** Keeps the draws of questions apart from those of the scene with the same seed. */
  private static final long QUESTION_SALT = 0x51E57104L << 20;

  /**
   * A question and the seed of its picture.
   *
   * @param sceneSeed give it to {@link #scene}
   */
  public record Item(long sceneSeed, Question question) {

    /** A copy with the format instruction that benchmarks append. */
    public Item withSuffix() {
      return new Item(sceneSeed, QuestionGenerator.withSuffix(question));
    }
  }

  private QuestionSet() {}

  public static Scene scene(SceneGenerator generator, long sceneSeed) {
    return scene(generator, sceneSeed, SceneMix.STANDARD);
  }

  public static Scene scene(SceneGenerator generator, long sceneSeed, SceneMix mix) {
    return generator.generate(sceneSeed, Window.FULL, FEWEST_OBJECTS, MAX_OBJECTS, mix);
  }

  /** The first questions of every family, in the order of scenes, then of families. */
  public static List<Item> of(Split split, int perFamily) {
    return of(split, perFamily, SceneMix.STANDARD);
  }

  /** Like above, about pictures of another mix. */
  public static List<Item> of(Split split, int perFamily, SceneMix mix) {
    SceneGenerator generator = new SceneGenerator();
    QuestionGenerator questions = new QuestionGenerator();
    Map<Family, Integer> missing = new EnumMap<>(Family.class);
    for (Family f : Family.values()) {
      missing.put(f, perFamily);
    }
    List<Item> items = new ArrayList<>();
    for (long i = 0; missing.values().stream().anyMatch(n -> n > 0); i++) {
      long seed = split.seed(i);
      Scene scene = scene(generator, seed, mix);
      Random random = Seeds.random(seed ^ QUESTION_SALT);
      for (Family f : Family.values()) {
        Optional<Question> question = questions.ask(f, scene, random);
        if (question.isPresent() && missing.get(f) > 0) {
          items.add(new Item(seed, question.get()));
          missing.merge(f, -1, Integer::sum);
        }
      }
    }
    return items;
  }
}
