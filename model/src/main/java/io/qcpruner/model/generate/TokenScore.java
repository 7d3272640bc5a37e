package io.qcpruner.model.generate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * How likely a token was, by the model alone: before temperature, penalties and grammar.
 *
 * @param logprob natural logarithm of its probability
 * @param top the most likely tokens in its place, in falling order; none are listed for those
 */
public record TokenScore(int id, double logprob, List<TokenScore> top) {

  public TokenScore {
    top = List.copyOf(top);
  }

  static TokenScore of(float[] logits, int size, int id, int count) {
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < size; i++) {
      most = Math.max(most, logits[i]);
    }
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += Math.exp(logits[i] - most);
    }
    double log = most + Math.log(sum);
    return new TokenScore(id, logits[id] - log, top(logits, size, count, log));
  }

  /** Ties go to the lowest id. */
  private static List<TokenScore> top(float[] logits, int size, int count, double log) {
    Comparator<Integer> worseFirst =
        Comparator.comparingDouble((Integer i) -> logits[i])
            .thenComparing(Comparator.<Integer>naturalOrder().reversed());
    PriorityQueue<Integer> best = new PriorityQueue<>(Math.max(1, count), worseFirst);
    for (int i = 0; i < size && count > 0; i++) {
      best.add(i);
      if (best.size() > count) {
        best.poll();
      }
    }
    List<Integer> order = new ArrayList<>(best);
    order.sort(worseFirst.reversed());
    return order.stream().map(i -> new TokenScore(i, logits[i] - log, List.of())).toList();
  }
}
