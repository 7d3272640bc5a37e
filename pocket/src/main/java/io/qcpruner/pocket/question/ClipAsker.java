package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.Actor;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Asks about clips. A phrase's marks are replaced by nouns: {@code %} by an actor's. */
public final class ClipAsker {

  private static final String[] GOING = {
    "Where is the % going?", "Where does the % go?", "Look at the %. Where is it going?"
  };
  private static final String[] FIRST = {
    "What shape is shown %?", "Which shape is drawn %?", "Name the shape that is shown %."
  };
  private static final String[] BEFORE = {
    "Is the % shown before the %?", "Was the % drawn before the %?"
  };
  private static final String[] COLOR = {
    "What color is the %?", "Which color does the % have?", "Name the color of the %."
  };
  private static final String[] SHAPE = {
    "What shape is the % object?", "Which shape is %?", "Name the shape of the % object."
  };
  private static final String[] PRESENCE = {"Is there a %?", "Do you see a %?", "Is a % shown?"};

  /** A question of the family, if the clip allows one. */
  public Optional<ClipQuestion> ask(ClipFamily family, MovingScene clip, Random random) {
    if (clip.actors().isEmpty()) {
      return Optional.empty();
    }
    return switch (family) {
      case MOTION -> motion(clip, random);
      case ORDER -> clip.actors().size() < 2 ? Optional.empty() : Optional.of(order(clip, random));
      case APPEARANCE -> Optional.of(appearance(clip, random));
    };
  }

  private static Optional<ClipQuestion> motion(MovingScene clip, Random random) {
    List<Integer> going =
        IntStream.range(0, clip.actors().size())
            .filter(i -> clip.actors().get(i).motion().isPresent())
            .boxed()
            .toList();
    if (going.isEmpty()) {
      return Optional.empty();
    }
    int i = going.get(random.nextInt(going.size()));
    String answer = clip.actors().get(i).motion().orElseThrow().word();
    Noun noun = new Noun(noun(clip.actors().get(i), random.nextBoolean()), List.of(i));
    return Optional.of(said(ClipFamily.MOTION, Asker.pick(random, GOING), answer, noun));
  }

  private static ClipQuestion order(MovingScene clip, Random random) {
    List<Actor> actors = clip.actors();
    if (random.nextBoolean()) {
      Comparator<Integer> time = Comparator.comparing(i -> actors.get(i).first());
      boolean first = random.nextBoolean();
      int i =
          IntStream.range(0, actors.size())
              .boxed()
              .min(first ? time : time.reversed())
              .orElseThrow();
      Noun when = new Noun(first ? "first" : "last", List.of(i));
      String answer = actors.get(i).start().name();
      return said(ClipFamily.ORDER, Asker.pick(random, FIRST), answer, when);
    }
    int i = random.nextInt(actors.size());
    int j = (i + 1 + random.nextInt(actors.size() - 1)) % actors.size();
    String answer = actors.get(i).first() < actors.get(j).first() ? "yes" : "no";
    Noun one = new Noun(noun(actors.get(i), random.nextBoolean()), List.of(i));
    Noun other = new Noun(noun(actors.get(j), random.nextBoolean()), List.of(j));
    return said(ClipFamily.ORDER, Asker.pick(random, BEFORE), answer, one, other);
  }

  private static ClipQuestion appearance(MovingScene clip, Random random) {
    int i = random.nextInt(clip.actors().size());
    Actor actor = clip.actors().get(i);
    ClipFamily family = ClipFamily.APPEARANCE;
    String color = actor.start().color().word();
    switch (random.nextInt(3)) {
      case 0:
        Noun shape = new Noun(actor.start().name(), List.of(i));
        return said(family, Asker.pick(random, COLOR), color, shape);
      case 1:
        return said(
            family, Asker.pick(random, SHAPE), actor.start().name(), new Noun(color, List.of(i)));
      default:
        if (random.nextBoolean()) {
          Noun there = new Noun(noun(actor, random.nextBoolean()), List.of(i));
          return said(family, Asker.pick(random, PRESENCE), "yes", there);
        }
        return said(family, Asker.pick(random, PRESENCE), "no", absent(clip, actor, random));
    }
  }

  /** A shape that is not there, or a coloured one of which each half is there at most. */
  private static Noun absent(MovingScene clip, Actor actor, Random random) {
    List<String> nouns = new ArrayList<>();
    for (Shape s : Shape.values()) {
      if (clip.actors().stream().noneMatch(a -> a.start().name().equals(s.word()))) {
        nouns.add(s.word());
        nouns.add(actor.start().color().word() + " " + s.word());
      }
    }
    for (PocketColor c : PocketColor.values()) {
      if (c != actor.start().color()) {
        nouns.add(c.word() + " " + actor.start().name());
      }
    }
    return new Noun(nouns.get(random.nextInt(nouns.size())), List.of());
  }

  private static String noun(Actor actor, boolean colored) {
    String name = actor.start().name();
    return colored ? actor.start().color().word() + " " + name : name;
  }

  private record Noun(String text, List<Integer> actors) {}

  private static ClipQuestion said(ClipFamily family, String phrase, String answer, Noun... nouns) {
    StringBuilder text = new StringBuilder();
    List<Question.Mention> mentions = new ArrayList<>();
    int next = 0;
    for (char c : phrase.toCharArray()) {
      if (c == '%') {
        Noun noun = nouns[next++];
        text.append(noun.text());
        mentions.add(new Question.Mention(text.length(), noun.actors()));
      } else {
        text.append(c);
      }
    }
    return new ClipQuestion(family, text.toString(), answer, mentions);
  }
}
