package io.qcpruner.core.prune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Shares a budget out among the pictures of a conversation. */
public final class PictureBudgets {
  private PictureBudgets() {}

  /**
   * A total is shared in proportion to the candidates (largest remainders first, ties to the
   * earlier picture), at least one token for each picture; every other budget holds for each
   * picture alone.
   *
   * @param candidates of each picture, before anything was pruned
   */
  public static List<Budget> share(Budget budget, int[] candidates) {
    if (candidates.length > 1 && budget instanceof Budget.Total total) {
      return Arrays.stream(tokens(total.tokens(), candidates))
          .mapToObj(tokens -> (Budget) new Budget.Total(tokens))
          .toList();
    }
    List<Budget> same = new ArrayList<>();
    Arrays.stream(candidates).forEach(c -> same.add(budget));
    return same;
  }

  private static int[] tokens(int total, int[] candidates) {
    long all = Arrays.stream(candidates).asLongStream().sum();
    int[] share = new int[candidates.length];
    long[] remainder = new long[candidates.length];
    int given = 0;
    for (int i = 0; i < share.length; i++) {
      long exact = (long) total * candidates[i];
      share[i] = (int) (exact / all);
      remainder[i] = exact % all;
      given += share[i];
    }
    List<Integer> order =
        IntStream.range(0, share.length)
            .boxed()
            .sorted(Comparator.comparingLong((Integer i) -> -remainder[i]))
            .toList();
    for (int i = 0; i < total - given; i++) {
      share[order.get(i)]++;
    }
    return Arrays.stream(share).map(s -> Math.max(1, s)).toArray();
  }
}
