package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Colour and shape of a referred object, counting, and reading. */
final class AttributeAskers {

  private static final int LARGEST_COUNT = 4;

  private AttributeAskers() {}

  static Optional<Question> color(SceneFacts scene, Random random) {
    int i = random.nextInt(scene.size());
    String template =
        Asker.pick(
            random,
            "What color is the %s?",
            "What is the color of the %s?",
            "Which color does the %s have?");
    return scene
        .withoutColor(i)
        .map(
            noun ->
                Phrase.of(template, noun, List.of(i))
                    .ask(Family.COLOR, scene.get(i).color().word()));
  }

  static Optional<Question> shape(SceneFacts scene, Random random) {
    int i = random.nextInt(scene.size());
    SceneObject o = scene.get(i);
    if (o.kind() != SceneObject.Kind.SHAPE || scene.ofColor(o.color()).size() != 1) {
      return Optional.empty();
    }
    String template =
        Asker.pick(
            random,
            "What shape is the %s object?",
            "What is the shape of the %s object?",
            "Which shape does the %s object have?",
            "What is the %s object?");
    return Optional.of(
        Phrase.of(template, o.color().word(), List.of(i)).ask(Family.SHAPE, o.name()));
  }

  static Optional<Question> count(SceneFacts scene, Random random) {
    List<Integer> meant;
    String noun;
    String tail = "";
    if (random.nextInt(3) == 0) {
      PocketColor color = PocketColor.values()[random.nextInt(PocketColor.values().length)];
      meant = scene.ofColor(color);
      noun = color.word();
      tail = " objects";
    } else {
      Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
      meant = scene.shapesNamed(shape.word());
      noun = shape.plural();
    }
    // most things asked at random are absent or single: thin those answers out
    boolean thinned =
        meant.isEmpty() && random.nextInt(8) > 0 || meant.size() == 1 && random.nextInt(3) > 0;
    if (thinned || meant.size() > LARGEST_COUNT) {
      return Optional.empty();
    }
    String template =
        Asker.pick(
            random,
            "How many %s" + tail + " are there?",
            "How many %s" + tail + " are in the image?",
            "Count the %s" + tail + ".",
            "What is the number of %s" + tail + "?");
    return Optional.of(
        Phrase.of(template, noun, meant).ask(Family.COUNT, Integer.toString(meant.size())));
  }

  static Optional<Question> reading(SceneFacts scene, Random random) {
    int i = random.nextInt(scene.size());
    SceneObject o = scene.get(i);
    if (o.kind() == SceneObject.Kind.SHAPE) {
      return Optional.empty();
    }
    List<Integer> sameKind = scene.where(p -> p.kind() == o.kind());
    boolean alone = sameKind.size() == 1;
    boolean colorTells =
        scene.where(p -> p.kind() == o.kind() && p.color() == o.color()).size() == 1;
    if (!alone && !colorTells) {
      return Optional.empty();
    }
    boolean colored = !alone || random.nextInt(3) == 0;
    String noun = (colored ? o.color().word() + " " : "") + o.kind().word();
    String template =
        colored
            ? Asker.pick(random, "What is the %s?", "Read the %s.", "What does the %s say?")
            : Asker.pick(
                random,
                "What %s is in the image?",
                "Which %s is shown?",
                "What is the %s?",
                "Read the %s in the picture.");
    return Optional.of(Phrase.of(template, noun, List.of(i)).ask(Family.READING, o.name()));
  }
}
