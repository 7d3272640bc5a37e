package io.qcpruner.core.anchor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Known answer-format instructions inside the user's text. Their words compete with the question's
 * for the few keyword places; they are found as they are written, nothing else.
 */
public final class TaskPhrases {

  private static final List<String> BENCHMARK_PHRASES =
      List.of(
          "Answer the question using a single word or phrase.",
          "Answer the question with a single word.",
          "Answer with the option's letter from the given choices directly.",
          "Answer with the option's letter from the given choices directly",
          "When the provided information is insufficient, respond with 'Unanswerable'.",
          "Please answer yes or no.",
          "Answer the question with Yes or No.",
          "Only give the best option.",
          "Select the best answer to the following multiple-choice question based on the video. "
              + "Respond with only the letter (A, B, C, or D) of the correct option.",
          "The best answer is:",
          "Your response must be concise.",
          "Provide a short and direct response.",
          "请直接回答选项字母。",
          "请直接使用所提供的选项字母作为答案回答。");

  private final List<String> phrases;

  /** Where phrases overlap, the longer one counts. */
  public TaskPhrases(List<String> phrases) {
    this.phrases =
        phrases.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
  }

  /** The suffixes of the benchmarks the paper reports. */
  public static TaskPhrases ofBenchmarks() {
    return new TaskPhrases(BENCHMARK_PHRASES);
  }

  /** All occurrences, ascending, without overlap. */
  public List<TextRange> find(String text) {
    List<TextRange> found = new ArrayList<>();
    for (String phrase : phrases) {
      for (int at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
        TextRange range = new TextRange(at, at + phrase.length());
        if (found.stream().noneMatch(f -> f.intersects(range.start(), range.end()))) {
          found.add(range);
        }
      }
    }
    found.sort(Comparator.comparingInt(TextRange::start));
    return found;
  }

  /** The text without the phrases. */
  public String strip(String text) {
    StringBuilder kept = new StringBuilder();
    int from = 0;
    for (TextRange phrase : find(text)) {
      kept.append(text, from, phrase.start());
      from = phrase.end();
    }
    return kept.append(text, from, text.length()).toString();
  }
}
