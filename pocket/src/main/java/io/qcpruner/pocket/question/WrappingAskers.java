package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.Lexicon;
import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Families that put another question into more words: lettered options, a long prompt. */
final class WrappingAskers {

  private static final int OPTIONS = 4;

  private static final String[] BEFORE = {
    "I am looking at a picture that a friend sent me this morning, and there is a lot going on in"
        + " it. Please look at the whole image carefully before you answer. ",
    "You are a helpful assistant that looks at pictures. The image may show many objects in many"
        + " colors, some of them small and some of them large. Here is my question. ",
    "Thank you for your help so far. I have one more question about this picture, and I would like"
        + " a short answer. "
  };
  private static final String[] AFTER = {
    "",
    " Please think about it and take your time.",
    " If you are not sure, give your best guess.",
    " There is no need to explain the answer."
  };

  private WrappingAskers() {}

  static Optional<Question> choice(SceneFacts scene, Random random) {
    Optional<Question> inner =
        switch (random.nextInt(5)) {
          case 0, 1 -> AttributeAskers.color(scene, random);
          case 2 -> AttributeAskers.shape(scene, random);
          case 3 -> AttributeAskers.reading(scene, random);
          default -> AttributeAskers.count(scene, random);
        };
    return inner.map(q -> withOptions(q, random));
  }

  private static Question withOptions(Question q, Random random) {
    List<String> others = new ArrayList<>(domain(q));
    others.remove(q.answer());
    Collections.shuffle(others, random);
    int right = random.nextInt(OPTIONS);
    List<String> options = new ArrayList<>(others.subList(0, OPTIONS - 1));
    options.add(right, q.answer());
    Phrase phrase = new Phrase().quote(q);
    for (int i = 0; i < OPTIONS; i++) {
      phrase.option((char) ('A' + i), options.get(i), i == right);
    }
    phrase.say("\nAnswer with the option's letter from the given choices directly.");
    return phrase.ask(Family.CHOICE, String.valueOf((char) ('A' + right))).withClue(q.clue());
  }

  private static List<String> domain(Question q) {
    return switch (q.family()) {
      case COLOR -> Arrays.stream(PocketColor.values()).map(PocketColor::word).toList();
      case SHAPE -> Arrays.stream(Shape.values()).map(Shape::word).toList();
      case COUNT -> List.of("0", "1", "2", "3", "4");
      default -> {
        String a = q.answer();
        yield a.length() > 1
            ? Lexicon.WORDS
            : Character.isDigit(a.charAt(0)) ? Lexicon.DIGITS : Lexicon.LETTERS;
      }
    };
  }

  static Optional<Question> verbose(SceneFacts scene, Random random) {
    Optional<Question> inner =
        switch (random.nextInt(6)) {
          case 0 -> new PresenceAsker().ask(scene, random);
          case 1 -> AttributeAskers.color(scene, random);
          case 2 -> AttributeAskers.shape(scene, random);
          case 3 -> AttributeAskers.count(scene, random);
          case 4 -> PlaceAskers.position(scene, random);
          default -> AttributeAskers.reading(scene, random);
        };
    return inner.map(
        q ->
            new Phrase()
                .say(Asker.pick(random, BEFORE))
                .quote(q)
                .say(Asker.pick(random, AFTER))
                .ask(Family.VERBOSE, q.answer())
                .withClue(q.clue()));
  }
}
