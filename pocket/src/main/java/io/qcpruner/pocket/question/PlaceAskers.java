package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.SceneObject;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Where an object is, alone or against another. */
final class PlaceAskers {

  /** Two objects are compared only if their centres differ by this many pixels. */
  private static final int CLEAR_DISTANCE = 45;

  private PlaceAskers() {}

  static Optional<Question> position(SceneFacts scene, Random random) {
    int i = random.nextInt(scene.size());
    Optional<String> noun = scene.unique(i, random);
    Optional<String> across = scene.horizontal(i);
    Optional<String> down = scene.vertical(i);
    int form = random.nextInt(4);
    boolean needsAcross = form != 1;
    boolean needsDown = form != 0;
    if (noun.isEmpty() || needsAcross && across.isEmpty() || needsDown && down.isEmpty()) {
      return Optional.empty();
    }
    String template =
        switch (form) {
          case 0 ->
              Asker.pick(
                  random,
                  "Is the %s on the left or on the right?",
                  "Is the %s on the right or on the left?");
          case 1 ->
              Asker.pick(
                  random,
                  "Is the %s at the top or at the bottom?",
                  "Is the %s at the bottom or at the top?");
          default ->
              Asker.pick(
                  random,
                  "Where is the %s?",
                  "Where is the %s in the image?",
                  "In which corner is the %s?");
        };
    String answer =
        (needsDown ? down.get() : "")
            + (needsDown && needsAcross ? " " : "")
            + (needsAcross ? across.get() : "");
    return Optional.of(Phrase.of(template, noun.get(), List.of(i)).ask(Family.POSITION, answer));
  }

  static Optional<Question> relation(SceneFacts scene, Random random) {
    int i = random.nextInt(scene.size());
    int j = random.nextInt(scene.size());
    if (i == j) {
      return Optional.empty();
    }
    Optional<String> first = scene.unique(i, random);
    Optional<String> second = scene.unique(j, random);
    SceneObject a = scene.get(i);
    SceneObject b = scene.get(j);
    boolean across = random.nextBoolean();
    int distance = across ? b.centerX() - a.centerX() : b.centerY() - a.centerY();
    if (first.isEmpty() || second.isEmpty() || Math.abs(distance) < CLEAR_DISTANCE) {
      return Optional.empty();
    }
    boolean lower = distance > 0;
    String truth = across ? (lower ? "left" : "right") : lower ? "above" : "below";
    Phrase phrase = new Phrase();
    String answer = truth;
    if (random.nextBoolean()) {
      phrase
          .say("Is the ")
          .mention(first.get(), List.of(i))
          .say(across ? " to the left or to the right of the " : " above or below the ")
          .mention(second.get(), List.of(j))
          .say("?");
    } else {
      boolean askLower = random.nextBoolean();
      boolean holds = askLower == lower;
      phrase
          .say(Asker.pick(random, "Is the ", "In the image, is the "))
          .mention(first.get(), List.of(i))
          .say(across ? " to the " : " ")
          .claim(across ? (askLower ? "left" : "right") : askLower ? "above" : "below", holds)
          .say(across ? " of the " : " the ")
          .mention(second.get(), List.of(j))
          .say("?");
      answer = holds ? "yes" : "no";
    }
    return Optional.of(phrase.ask(Family.RELATION, answer).withClue(truth));
  }
}
