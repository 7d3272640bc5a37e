package io.qcpruner.pocket.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Window;
import io.qcpruner.testkit.Seeded;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class QuestionGeneratorTest {

  private static final int SCENES = 40;

  private final SceneGenerator scenes = new SceneGenerator();
  private final QuestionGenerator questions = new QuestionGenerator();

  /** What a question is about, read from its words alone. */
  private interface Check {
    void check(Scene scene, Question question);
  }

  private void each(Family family, Random random, Check check) {
    int asked = 0;
    for (int i = 0; i < SCENES; i++) {
      Scene scene = scenes.generate(random.nextLong(), Window.FULL, 3, 10);
      Optional<Question> q = questions.ask(family, scene, random);
      if (q.isPresent()) {
        asked++;
        check.check(scene, q.get());
      }
    }
    assertTrue(asked > SCENES / 2, family + " asked " + asked);
  }

  @Test
  void presenceSaysWhatIsThere(Random random) {
    each(
        Family.PRESENCE,
        random,
        (scene, q) -> {
          Set<String> words = new HashSet<>(List.of(q.text().split("[^A-Za-z]+")));
          boolean there =
              scene.objects().stream()
                  .anyMatch(
                      o ->
                          o.kind() == SceneObject.Kind.SHAPE
                              && words.contains(o.name())
                              && (colorsIn(words).isEmpty()
                                  || colorsIn(words).contains(o.color().word())));
          assertEquals(there ? "yes" : "no", q.answer(), q.text());
        });
  }

  private static Set<String> colorsIn(Set<String> words) {
    Set<String> colors = new HashSet<>();
    for (PocketColor c : PocketColor.values()) {
      if (words.contains(c.word())) {
        colors.add(c.word());
      }
    }
    return colors;
  }

  @Test
  void colorAndShapeReferToOneObject(Random random) {
    for (Family family : List.of(Family.COLOR, Family.SHAPE, Family.READING)) {
      each(
          family,
          random,
          (scene, q) -> {
            assertEquals(1, q.mentions().size());
            assertEquals(1, q.mentions().get(0).objects().size());
            SceneObject o = scene.objects().get(q.mentions().get(0).objects().get(0));
            assertEquals(family == Family.COLOR ? o.color().word() : o.name(), q.answer());
          });
    }
  }

  @Test
  void mentionsEndAtTheirWord(Random random) {
    for (Family family : Family.values()) {
      each(
          family,
          random,
          (scene, q) -> {
            for (Question.Mention m : q.mentions()) {
              assertTrue(Character.isLetterOrDigit(q.text().charAt(m.end() - 1)), q.text());
              assertFalse(Character.isLetterOrDigit(q.text().charAt(m.end())), q.text());
            }
          });
    }
  }

  @Test
  void countsAreTheSizeOfTheMention(Random random) {
    each(
        Family.COUNT,
        random,
        (scene, q) ->
            assertEquals(String.valueOf(q.mentions().get(0).objects().size()), q.answer()));
  }

  @Test
  void relationComparesCentres(Random random) {
    each(
        Family.RELATION,
        random,
        (scene, q) -> {
          SceneObject a = scene.objects().get(q.mentions().get(0).objects().get(0));
          SceneObject b = scene.objects().get(q.mentions().get(1).objects().get(0));
          boolean across = q.text().contains(" left ") || q.text().contains(" right ");
          assertEquals(
              across
                  ? a.centerX() < b.centerX() ? "left" : "right"
                  : a.centerY() < b.centerY() ? "above" : "below",
              q.clue(),
              q.text());
          for (Question.Claim c : q.claims()) {
            String word = q.text().substring(c.end() - 5, c.end()).strip();
            assertEquals(word.equals(q.clue()), c.holds(), q.text());
            assertEquals(c.holds() ? "yes" : "no", q.answer(), q.text());
          }
          assertEquals(q.answer().matches("yes|no") ? 1 : 0, q.claims().size(), q.text());
          if (q.text().contains("to the left of")) {
            assertEquals(a.centerX() < b.centerX() ? "yes" : "no", q.answer(), q.text());
          } else if (q.text().contains(" above the ")) {
            assertEquals(a.centerY() < b.centerY() ? "yes" : "no", q.answer(), q.text());
          }
        });
  }

  @Test
  void choicesHoldTheAnswerOnce(Random random) {
    each(
        Family.CHOICE,
        random,
        (scene, q) -> {
          List<String> options =
              q.text().lines().filter(l -> l.matches("[A-D]\\. .*")).collect(Collectors.toList());
          assertEquals(4, new HashSet<>(options).size());
          assertTrue(options.contains(q.answer() + ". " + q.clue()), q.text());
        });
  }

  @Test
  void theSuffixIsAppendedOnce() {
    for (QuestionSet.Item item : QuestionSet.of(Split.CALIBRATION, 8)) {
      Question with = item.withSuffix().question();
      boolean choice = with.family() == Family.CHOICE;
      String end = "single word or phrase.";
      assertEquals(!choice, with.text().endsWith(end), with.text());
      assertEquals(choice ? -1 : with.text().lastIndexOf(end), with.text().indexOf(end));
      assertTrue(with.text().startsWith(item.question().text()));
      assertEquals(item.question().mentions(), with.mentions());
    }
  }

  @Test
  void presenceIsBalanced(Random random) {
    int[] yes = {0};
    each(Family.PRESENCE, random, (scene, q) -> yes[0] += q.answer().equals("yes") ? 1 : 0);
    assertTrue(yes[0] > SCENES / 4 && yes[0] < SCENES * 3 / 4, "yes " + yes[0]);
  }

  @Test
  void setsOfDifferentSplitsShareNoPicture() {
    Set<Long> test = seeds(Split.TEST);
    Set<Long> calibration = seeds(Split.CALIBRATION);
    assertEquals(9 * 20, QuestionSet.of(Split.TEST, 20).size());
    test.retainAll(calibration);
    assertTrue(test.isEmpty());
  }

  private static Set<Long> seeds(Split split) {
    return QuestionSet.of(split, 20).stream()
        .map(QuestionSet.Item::sceneSeed)
        .collect(Collectors.toSet());
  }
}
