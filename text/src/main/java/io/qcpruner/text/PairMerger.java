package io.qcpruner.text;

import java.util.PriorityQueue;

/**
 * Byte-pair encoding by score: starting from characters, the adjacent pair whose concatenation has
 * the highest score is merged, the leftmost of equals, until no pair is a piece.
 */
final class PairMerger {
  /** The score of a candidate piece; NaN if it is none. */
  interface Scores {
    float of(String text);
  }

  /** Receives the final symbols as ranges of the text, in order. */
  interface Sink {
    void accept(int start, int end);
  }

  private record Pair(float score, int left, int right, int length) implements Comparable<Pair> {
    @Override
    public int compareTo(Pair other) {
      int byScore = Float.compare(other.score, score);
      return byScore != 0 ? byScore : Integer.compare(left, other.left);
    }
  }

  private final Scores scores;
  private final String text;
  // symbols as a linked list over character positions; a dead symbol has end 0
  private final int[] ends;
  private final int[] previous;
  private final PriorityQueue<Pair> agenda = new PriorityQueue<>();

  PairMerger(Scores scores, String text) {
    this.scores = scores;
    this.text = text;
    this.ends = new int[text.length()];
    this.previous = new int[text.length()];
    int last = -1;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      ends[at] = at + Character.charCount(text.codePointAt(at));
      previous[at] = last;
      last = at;
    }
  }

  void forEachSymbol(Sink sink) {
    for (int at = 0; at < text.length(); at = ends[at]) {
      consider(at);
    }
    while (!agenda.isEmpty()) {
      merge(agenda.poll());
    }
    for (int at = 0; at < text.length(); at = ends[at]) {
      sink.accept(at, ends[at]);
    }
  }

  private void merge(Pair pair) {
    boolean stale =
        ends[pair.left] != pair.right
            || ends[pair.right] == 0
            || ends[pair.right] - pair.left != pair.length;
    if (stale) {
      return;
    }
    ends[pair.left] = ends[pair.right];
    ends[pair.right] = 0;
    if (ends[pair.left] < text.length()) {
      previous[ends[pair.left]] = pair.left;
    }
    consider(pair.left);
    if (previous[pair.left] >= 0) {
      consider(previous[pair.left]);
    }
  }

  /** Queues the pair that starts with this symbol if it forms a piece. */
  private void consider(int left) {
    int right = ends[left];
    if (right >= text.length()) {
      return;
    }
    float score = scores.of(text.substring(left, ends[right]));
    if (!Float.isNaN(score)) {
      agenda.add(new Pair(score, left, right, ends[right] - left));
    }
  }
}
