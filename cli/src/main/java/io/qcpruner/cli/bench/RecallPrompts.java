package io.qcpruner.cli.bench;

import io.qcpruner.core.anchor.TaskPhrases;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Prompts whose words of the scene are known. */
final class RecallPrompts {

  private static final String RESOURCE = "recall-prompts.tsv";

  /** Kinds, sizes and places; shapes and colours have lists of their own. */
  private static final Set<String> OTHERS =
      Set.of(
          "letter", "letters", "digit", "digits", "word", "words", "small", "large", "left",
          "right", "top", "bottom", "above", "below", "center");

  private RecallPrompts() {}

  /** The first test questions of every family about drawn pictures. */
  static List<RecallPrompt> drawn(int perFamily) {
    Set<String> scene = sceneWords();
    List<RecallPrompt> prompts = new ArrayList<>();
    for (QuestionSet.Item item : QuestionSet.of(Split.TEST, perFamily)) {
      Question question = item.question();
      Set<String> words = new LinkedHashSet<>(wordsOf(asking(question)));
      words.retainAll(scene);
      if (!words.isEmpty()) {
        prompts.add(new RecallPrompt(question.family().label(), question.text(), words));
      }
    }
    prompts.sort(Comparator.comparing(p -> Family.valueOf(p.group().toUpperCase(Locale.ROOT))));
    return prompts;
  }

  /** Questions in other languages, short and inside a long prompt, written by hand. */
  static List<RecallPrompt> otherLanguages() throws IOException {
    try (InputStream in = RecallPrompts.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t", 2))
          .map(parts -> RecallPrompt.marked(parts[0], parts[1]))
          .toList();
    }
  }

  private static Set<String> sceneWords() {
    Set<String> words = new LinkedHashSet<>(OTHERS);
    for (Shape shape : Shape.values()) {
      words.add(shape.word());
      words.add(shape.plural());
    }
    for (PocketColor color : PocketColor.values()) {
      words.add(color.word());
    }
    return words;
  }

  /** The sentence of a long prompt that asks; other questions but their format instruction. */
  private static String asking(Question question) {
    String text = question.text();
    if (question.family() != Family.VERBOSE) {
      return TaskPhrases.ofBenchmarks().strip(text);
    }
    int at = question.mentions().get(0).end();
    int start = Math.max(text.lastIndexOf(". ", at - 1), text.lastIndexOf("? ", at - 1)) + 1;
    int end = at;
    while (end < text.length() && ".?".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return text.substring(start, end);
  }

  private static List<String> wordsOf(String text) {
    return List.of(text.toLowerCase(Locale.ROOT).split("[^a-z]+"));
  }
}
