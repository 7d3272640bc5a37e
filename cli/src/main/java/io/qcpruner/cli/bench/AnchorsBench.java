package io.qcpruner.cli.bench;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.anchor.TextRange;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.internal.prune.TextRows;
import io.qcpruner.text.internal.keyword.AnchorFinders;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Times of the anchor step: wall clock, and processor time of the measuring thread, which does not
 * count waiting for other programs. The prompt comes tokenised, as it does in a request; here one
 * token per word, which is what most words of a question are.
 */
public final class AnchorsBench {

  private static final int LOADS = 9;
  private static final int GRID = 48;
  private static final int GRID_WIDTH = 60;

  /** Reads the word vectors. */
  public interface Loader {
    StaticModel load() throws IOException;
  }

  /**
   * All times in milliseconds.
   *
   * @param firstLoad in this process, class loading included
   * @param load median of later loads
   * @param keywords per prompt
   * @param anchors keywords and matching per prompt
   * @param attachment per prompt: from positions in the prompt to rows of a sequence of 2880
   *     patches
   */
  public record Timing(
      int prompts,
      double words,
      Time firstLoad,
      Time load,
      Time keywords,
      Time anchors,
      Time attachment) {}

  /** Milliseconds on the clock and on the processor. */
  public record Time(double wall, double cpu) {

    static Time median(Time[] times) {
      return new Time(
          Median.of(Arrays.stream(times).mapToDouble(Time::wall)),
          Median.of(Arrays.stream(times).mapToDouble(Time::cpu)));
    }

    private Time per(int items) {
      return new Time(wall / items, cpu / items);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private final Loader loader;
  private final List<String> texts;
  private final int rounds;

  public AnchorsBench(Loader loader, List<String> texts, int rounds) {
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

  public Timing run() throws IOException {
    Time firstLoad = time(loader::load);
    Time[] loads = new Time[LOADS];
    for (int i = 0; i < LOADS; i++) {
      loads[i] = time(loader::load);
    }
    AnchorFinder finder = AnchorFinders.of(AnchorSettings.ofPaper(), loader.load());
    List<PromptTokens> prompts = texts.stream().map(AnchorsBench::tokenised).toList();
    Time keywords = perItem(texts, finder::keywords);
    Time anchors = perItem(prompts, prompt -> finder.find(prompt, null));
    Map<PromptTokens, Anchors> found = new LinkedHashMap<>();
    prompts.forEach(prompt -> found.put(prompt, finder.find(prompt, null)));
    Time attachment =
        perItem(
            List.copyOf(found.entrySet()),
            e -> TextRows.of(e.getValue(), e.getKey(), layout(e.getKey())));
    double words = texts.stream().mapToInt(t -> t.strip().split("\\s+").length).average().orElse(0);
    return new Timing(
        texts.size(), words, firstLoad, Time.median(loads), keywords, anchors, attachment);
  }

  private static Time time(Work work) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    work.run();
    long wall = System.nanoTime() - start;
    return new Time(wall / 1e6, (threads.getCurrentThreadCpuTime() - cpu) / 1e6);
  }

  private <T> Time perItem(List<T> items, Consumer<T> work) throws IOException {
    Time[] times = new Time[rounds];
    for (int round = -rounds; round < rounds; round++) { // the first half warms up
      times[Math.max(round, 0)] = time(() -> items.forEach(work)).per(items.size());
    }
    return Time.median(times);
  }

  /** The rows of a prompt after a picture of LLaVA-NeXT's largest size. */
  private static TokenLayout layout(PromptTokens prompt) {
    return TokenLayout.simple(0, GRID * GRID_WIDTH, GRID_WIDTH, prompt.size());
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
