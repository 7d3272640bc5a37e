package io.qcpruner.core.method;

import java.util.Arrays;
import java.util.List;

/**
 * How PruneSID shares a budget among its groups, by how many members survive suppression. Shares
 * are computed as the published code does on a CPU: quotients, running sums and products are
 * float32, sums are added up in double.
 */
final class GroupAllocation {

  private GroupAllocation() {}

  /**
   * @param budget K, reserved slots included
   * @param reserved slots that go to a class row
   * @return tokens of each group
   */
  static int[] of(List<GroupRanking> groups, int budget, int reserved) {
    int[] size = groups.stream().mapToInt(GroupRanking::size).toArray();
    int[] weight = groups.stream().mapToInt(GroupRanking::survivors).toArray();
    int[] upper = upperBounds(size, weight, budget);
    if (Arrays.stream(weight).sum() == 0) {
      // no token has a score: share by size
      weight = size;
    }
    int[] lower = Arrays.stream(size).map(s -> Math.min(1, s)).toArray();
    int other = Math.max(0, budget - reserved - Arrays.stream(lower).sum());
    int[] out = new int[size.length];
    long before = 0;
    double cumulative = 0;
    float total = Arrays.stream(weight).sum();
    for (int g = 0; g < out.length; g++) {
      cumulative += weight[g] / total;
      long share = (long) Math.rint((float) cumulative * other);
      out[g] = (int) Math.min(lower[g] + share - before, upper[g]);
      before = share;
    }
    fill(out, upper, weight, other + Arrays.stream(lower).sum());
    return out;
  }

  private static int[] upperBounds(int[] size, int[] survivors, int budget) {
    int cap = 5 * ((budget + 63) / 64);
    int[] upper = new int[size.length];
    Arrays.setAll(upper, g -> Math.min(cap, Math.min(size[g], survivors[g])));
    // ends when every group is open in full, should there be fewer tokens than the budget
    while (Arrays.stream(upper).sum() < budget && !Arrays.equals(upper, size)) {
      Arrays.setAll(upper, g -> Math.min(upper[g] + 1, size[g]));
    }
    return upper;
  }

  /** What is missing goes to the groups with most survivors. */
  private static void fill(int[] out, int[] upper, int[] weight, int wanted) {
    int missing = wanted - Arrays.stream(out).sum();
    int[] byWeight =
        java.util.stream.IntStream.range(0, out.length)
            .boxed()
            .sorted((a, b) -> weight[a] == weight[b] ? a - b : weight[b] - weight[a])
            .mapToInt(g -> g)
            .toArray();
    for (int g : byWeight) {
      int more = Math.max(0, Math.min(upper[g] - out[g], missing));
      out[g] += more;
      missing -= more;
    }
  }
}
