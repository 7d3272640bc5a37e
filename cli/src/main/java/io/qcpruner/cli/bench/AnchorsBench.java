package io.qcpruner.cli.bench;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.anchor.TextRange;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.model.keyword.AnchorFinders;
import io.qcpruner.model.keyword.StaticModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Wall-clock times of the anchor step. The prompt comes tokenised, as it does in a request; here one
 * token per word, which is what most words of a question are.
 */
public final class AnchorsBench {

  private static final int LOADS = 9;

  /** Reads the word vectors. */
  interface Loader {
    StaticModel load() throws IOException;
  }

  /**
   * All times in milliseconds.
   *
   * @param firstLoad in this process, class loading included
   * @param load median of later loads
   */
  record Timing(
      int prompts,
      double words,
      double firstLoad,
      double load,
      double keywords,
      double anchors) {}

  private final Loader loader;
  private final List<String> texts;
  private final int rounds;

  AnchorsBench(Loader loader, List<String> texts, int rounds) {
    if (rounds < 1 || texts.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing to measure: " + rounds + " rounds over " + texts.size() + " prompts");
    }
    this.loader = loader;
    this.texts = texts;
    this.rounds = rounds;
  }

  /** Questions of thirty words. */
  public static List<String> questions() {
    String[] colours = {"red", "blue", "green", "yellow", "black", "white", "orange", "brown"};
    String[] objects = {"umbrella", "bicycle", "suitcase", "skateboard", "guitar", "kite"};
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      questions.add(
          "What is the man next to the woman in the striped %s shirt holding in his left hand while"
                  .formatted(colours[i % colours.length])
              + " the small dog behind the wooden fence is watching the %s?"
                  .formatted(objects[i % objects.length]));
    }
    return questions;
  }

  Timing run() throws IOException {
    double firstLoad = loadTime();
    double[] loads = new double[LOADS];
    for (int i = 0; i < LOADS; i++) {
      loads[i] = loadTime();
    }
    AnchorFinder finder = AnchorFinders.of(AnchorSettings.ofPaper(), loader.load());
    List<PromptTokens> prompts = texts.stream().map(AnchorsBench::tokenised).toList();
    double keywords = perItem(texts, finder::keywords);
    double anchors = perItem(prompts, prompt -> finder.find(prompt, null));
    double words = texts.stream().mapToInt(t -> t.strip().split("\\s+").length).average().orElse(0);
    return new Timing(texts.size(), words, firstLoad, median(loads), keywords, anchors);
  }

  private double loadTime() throws IOException {
    long start = System.nanoTime();
    StaticModel model = loader.load();
    double milliseconds = (System.nanoTime() - start) / 1e6;
    assert model.rows() > 0 : "an empty table";
    return milliseconds;
  }

  private <T> double perItem(List<T> items, Consumer<T> work) {
    double[] times = new double[rounds];
    for (int round = -rounds; round < rounds; round++) { // the first half warms up
      long start = System.nanoTime();
      items.forEach(work);
      times[Math.max(round, 0)] = (System.nanoTime() - start) / 1e6 / items.size();
    }
    return median(times);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** One token per blank-separated word, the blank before it included. */
  static PromptTokens tokenised(String text) {
    List<TextRange> ranges = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf(' ', start + 1);
      end = end < 0 ? text.length() : end;
      ranges.add(new TextRange(start, end));
      start = end;
    }
    SpanLabel[] labels = new SpanLabel[ranges.size()];
    Arrays.fill(labels, SpanLabel.USER);
    return new PromptTokens(
        text,
        List.of(new TextRange(0, text.length())),
        new int[labels.length],
        ranges.stream().mapToInt(TextRange::start).toArray(),
        ranges.stream().mapToInt(TextRange::end).toArray(),
        labels);
  }
}
