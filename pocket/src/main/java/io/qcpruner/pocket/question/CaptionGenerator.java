package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Captions of a scene, from one noun to several with their colours. Some are worded as questions,
 * because the text that methods compare with the picture is the user's question.
 */
public final class CaptionGenerator {

  private static final String[] ONE = {
    "a %s",
    "a picture of a %s",
    "there is a %s in the image",
    "a scene with a %s and other things",
    "Is there a %s in the image?",
    "What color is the %s?",
    "Where is the %s?"
  };

  private static final String[] TWO = {
    "a %s and a %s",
    "a picture of a %s and a %s",
    "a scene with a %s, a %s and other things",
    "Is the %s to the left of the %s?"
  };

  private static final String[] COLOR = {
    "something %s", "an image with one %s object", "What shape is the %s object?"
  };

  private static final String[] PLURAL = {
    "%s", "a picture of %s", "How many %s are there?", "Count the %s."
  };

  private static final String[] READ = {
    "a %s", "an image with a %s", "What is the %s?", "Read the %s."
  };

  /** A caption that is true of what is seen, at least one object. */
  public Caption draw(List<SceneObject> seen, Random random) {
    SceneObject o = seen.get(random.nextInt(seen.size()));
    boolean colored = random.nextBoolean();
    return switch (random.nextInt(8)) {
      case 0 ->
          new Caption(
              Asker.pick(random, COLOR).formatted(o.color().word()),
              List.of(new Caption.Thing(Optional.empty(), Optional.empty(), color(o, true))));
      case 1 -> ofKind(o, colored, random);
      case 2, 3 -> {
        SceneObject p = seen.get(random.nextInt(seen.size()));
        String text = Asker.pick(random, TWO).formatted(noun(o, colored), noun(p, !colored));
        yield new Caption(text, List.of(thing(o, colored), thing(p, !colored)));
      }
      default ->
          new Caption(
              Asker.pick(random, ONE).formatted(noun(o, colored)), List.of(thing(o, colored)));
    };
  }

  /** A shape in the plural, or a kind of written sign without what it says. */
  private static Caption ofKind(SceneObject o, boolean colored, Random random) {
    if (o.kind() == SceneObject.Kind.SHAPE) {
      String plural = Shape.valueOf(o.name().toUpperCase(java.util.Locale.ROOT)).plural();
      return new Caption(Asker.pick(random, PLURAL).formatted(plural), List.of(thing(o, false)));
    }
    String noun = (colored ? o.color().word() + " " : "") + o.kind().word();
    return new Caption(
        Asker.pick(random, READ).formatted(noun),
        List.of(new Caption.Thing(Optional.of(o.kind()), Optional.empty(), color(o, colored))));
  }

  private static String noun(SceneObject o, boolean colored) {
    return colored ? o.color().word() + " " + o.noun() : o.noun();
  }

  private static Caption.Thing thing(SceneObject o, boolean colored) {
    return new Caption.Thing(Optional.of(o.kind()), Optional.of(o.name()), color(o, colored));
  }

  private static Optional<PocketColor> color(SceneObject o, boolean said) {
    return said ? Optional.of(o.color()) : Optional.empty();
  }
}
