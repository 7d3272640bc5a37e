package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** "Is there a star in the image?", as many yes as no. */
final class PresenceAsker implements Asker {

  private static final int POPULAR = 3;
  private static final int NEGATIVE_TRIES = 20;

  @Override
  public Optional<Question> ask(SceneFacts scene, Random random) {
    if (random.nextBoolean()) {
      return yes(scene, random);
    }
    // negatives often fail; giving up at once would make most answers yes
    for (int t = 0; t < NEGATIVE_TRIES; t++) {
      Optional<Question> no =
          switch (random.nextInt(3)) {
            case 0 -> absent(scene, random, Shape.values().length, "random");
            case 1 -> absent(scene, random, POPULAR, "popular");
            default -> adversarial(scene, random);
          };
      if (no.isPresent()) {
        return no;
      }
    }
    return Optional.empty();
  }

  private static Optional<Question> yes(SceneFacts scene, Random random) {
    List<Integer> shapes = scene.where(o -> o.kind() == SceneObject.Kind.SHAPE);
    if (shapes.isEmpty()) {
      return Optional.empty();
    }
    SceneObject o = scene.get(shapes.get(random.nextInt(shapes.size())));
    if (random.nextInt(3) == 0) {
      List<Integer> meant = scene.where(p -> p.noun().equals(o.noun()) && p.color() == o.color());
      return Optional.of(phrase(random, o.color().word() + " " + o.noun(), meant, "yes", ""));
    }
    return Optional.of(phrase(random, o.noun(), scene.shapesNamed(o.name()), "yes", ""));
  }

  /** A shape that is not there, among the first ones, which are the most frequent. */
  private static Optional<Question> absent(
      SceneFacts scene, Random random, int among, String negative) {
    Shape shape = Shape.values()[random.nextInt(among)];
    if (!scene.shapesNamed(shape.word()).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(phrase(random, shape.word(), List.of(), "no", negative));
  }

  /** A colour and a shape that are both there, but not together. */
  private static Optional<Question> adversarial(SceneFacts scene, Random random) {
    SceneObject a = scene.get(random.nextInt(scene.size()));
    PocketColor color = scene.get(random.nextInt(scene.size())).color();
    boolean together = !scene.where(o -> o.noun().equals(a.noun()) && o.color() == color).isEmpty();
    if (together || a.kind() != SceneObject.Kind.SHAPE) {
      return Optional.empty();
    }
    String words = color.word() + " " + a.noun();
    return Optional.of(phrase(random, words, List.of(), "no", "adversarial"));
  }

  private static Question phrase(
      Random random, String noun, List<Integer> meant, String answer, String negative) {
    String template =
        Asker.pick(
            random,
            "Is there a %s in the image?",
            "Is there a %s in the picture?",
            "Do you see a %s?",
            "Can you see a %s in the image?");
    return Phrase.of(template, noun, meant).ask(Family.PRESENCE, answer, negative);
  }
}
