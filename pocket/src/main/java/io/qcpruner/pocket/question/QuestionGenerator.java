package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.Scene;
import java.util.Optional;
import java.util.Random;

/** Questions about a scene, by family. */
public final class QuestionGenerator {

  private static final int TRIES = 30;
  private static final String SUFFIX = "\nAnswer the question using a single word or phrase.";

  /** One question in this many carries the format instruction that benchmarks append. */
  private static final int SUFFIX_EVERY = 6;

  /** A question of this family; empty when the scene gives none. */
  public Optional<Question> ask(Family family, Scene scene, Random random) {
    if (scene.objects().isEmpty()) {
      return Optional.empty();
    }
    SceneFacts facts = new SceneFacts(scene);
    Asker asker = asker(family);
    for (int t = 0; t < TRIES; t++) {
      Optional<Question> asked = asker.ask(facts, random);
      if (asked.isPresent()) {
        return asked.map(q -> maybeWithSuffix(q, random));
      }
    }
    return Optional.empty();
  }

  private static Asker asker(Family family) {
    return switch (family) {
      case PRESENCE -> new PresenceAsker();
      case COLOR -> AttributeAskers::color;
      case SHAPE -> AttributeAskers::shape;
      case COUNT -> AttributeAskers::count;
      case POSITION -> PlaceAskers::position;
      case RELATION -> PlaceAskers::relation;
      case READING -> AttributeAskers::reading;
      case CHOICE -> WrappingAskers::choice;
      case VERBOSE -> WrappingAskers::verbose;
    };
  }

  private static Question maybeWithSuffix(Question q, Random random) {
    boolean long_ = q.family() == Family.CHOICE || q.family() == Family.VERBOSE;
    if (long_ || random.nextInt(SUFFIX_EVERY) > 0) {
      return q;
    }
    return withSuffix(q);
  }

  /** The question with the format instruction that benchmarks append; options keep their own. */
  public static Question withSuffix(Question q) {
    if (q.family() == Family.CHOICE || q.text().endsWith(SUFFIX)) {
      return q;
    }
    return new Phrase()
        .quote(q)
        .say(SUFFIX)
        .ask(q.family(), q.answer(), q.negative())
        .withClue(q.clue());
  }
}
