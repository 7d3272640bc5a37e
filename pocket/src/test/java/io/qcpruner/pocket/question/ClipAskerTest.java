package io.qcpruner.pocket.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.pocket.scene.Actor;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.testkit.Seeded;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class ClipAskerTest {

  private final ClipGenerator clips = new ClipGenerator();
  private final ClipAsker asker = new ClipAsker();

  /** The words of the question alone, read again, lead to the answer. */
  @Test
  void answersFollowFromTheClip(Random random) {
    Set<String> answers = new HashSet<>();
    for (int n = 0; n < 300; n++) {
      MovingScene clip = clips.generate(random.nextLong(), 2, 3);
      for (ClipFamily family : ClipFamily.values()) {
        Optional<ClipQuestion> asked = asker.ask(family, clip, random);
        if (asked.isPresent()) {
          assertEquals(expected(clip, asked.get().text()), asked.get().answer(), asked.toString());
          answers.add(asked.get().answer());
        }
      }
    }
    assertTrue(answers.containsAll(Set.of("yes", "no", "left", "right", "up", "down", "red")));
  }

  private static String expected(MovingScene clip, String text) {
    List<String> words = List.of(text.toLowerCase(java.util.Locale.ROOT).split("[^a-z]+"));
    List<Actor> named =
        clip.actors().stream()
            .filter(a -> words.contains(a.start().name()) || isOnlyColor(a, words))
            .sorted(java.util.Comparator.comparing(a -> words.indexOf(a.start().name())))
            .toList();
    if (words.contains("go") || words.contains("going")) {
      return named.get(0).motion().orElseThrow().word();
    }
    if (words.contains("before")) {
      return named.get(0).first() < named.get(1).first() ? "yes" : "no";
    }
    java.util.Comparator<Actor> time = java.util.Comparator.comparing(Actor::first);
    if (words.contains("first")) {
      return clip.actors().stream().min(time).orElseThrow().start().name();
    }
    if (words.contains("last")) {
      return clip.actors().stream().max(time).orElseThrow().start().name();
    }
    if (words.contains("color")) {
      return named.get(0).start().color().word();
    }
    if (words.contains("shape")) {
      return named.get(0).start().name();
    }
    return clip.actors().stream().anyMatch(a -> fits(a, words)) ? "yes" : "no";
  }

  private static boolean isOnlyColor(Actor a, List<String> words) {
    return words.contains("shape") && words.contains(a.start().color().word());
  }

  /** Named by shape, and by colour if a colour is said. */
  private static boolean fits(Actor a, List<String> words) {
    boolean colored =
        java.util.Arrays.stream(io.qcpruner.pocket.scene.PocketColor.values())
            .anyMatch(c -> words.contains(c.word()));
    return words.contains(a.start().name())
        && (!colored || words.contains(a.start().color().word()));
  }

  @Test
  void mentionsEndBehindTheirWords(Random random) {
    for (int n = 0; n < 100; n++) {
      MovingScene clip = clips.generate(random.nextLong(), 2, 3);
      for (ClipFamily family : ClipFamily.values()) {
        asker
            .ask(family, clip, random)
            .ifPresent(
                q -> {
                  for (Question.Mention m : q.mentions()) {
                    assertTrue(Character.isLetter(q.text().charAt(m.end() - 1)), q.text());
                    assertTrue(!Character.isLetter(q.text().charAt(m.end())), q.text());
                  }
                });
      }
    }
  }

  @Test
  void aSetHasAsManyOfEachFamily() {
    List<ClipSet.Item> items = ClipSet.of(Split.CALIBRATION, 7);
    for (ClipFamily f : ClipFamily.values()) {
      assertEquals(7, items.stream().filter(i -> i.question().family() == f).count());
    }
  }
}
