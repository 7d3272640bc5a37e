package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tokens that are means of means of candidates. No candidate is in two of them.
 *
 * @param candidates of each token, the one whose place it takes first
 * @param weights of those candidates; they add up to 1
 */
record TokenMixes(List<int[]> candidates, List<double[]> weights) {

  /** An edge of the tree that {@link #cutTo} cuts. */
  private record Edge(int from, int to, float cosine) {}

  /** Every candidate by itself. */
  static TokenMixes of(int n) {
    return new TokenMixes(
        IntStream.range(0, n).mapToObj(i -> new int[] {i}).toList(),
        IntStream.range(0, n).mapToObj(i -> new double[] {1}).toList());
  }

  int size() {
    return candidates.size();
  }

  /**
   * The mean of each group.
   *
   * @param groups of tokens, disjoint, the one whose place is taken first
   */
  TokenMixes means(List<int[]> groups) {
    List<int[]> sources = new ArrayList<>();
    List<double[]> shares = new ArrayList<>();
    for (int[] group : groups) {
      sources.add(Arrays.stream(group).flatMap(i -> Arrays.stream(candidates.get(i))).toArray());
      shares.add(
          Arrays.stream(group)
              .mapToObj(weights::get)
              .flatMapToDouble(Arrays::stream)
              .map(w -> w / group.length)
              .toArray());
    }
    return new TokenMixes(sources, shares);
  }

  /**
   * Joins the most alike tokens, pair after pair, until so many are left.
   *
   * @param cosines of the tokens with each other
   */
  TokenMixes cutTo(int count, Matrix cosines) {
    List<Edge> tree = new ArrayList<>(likestTree(cosines));
    tree.sort(Comparator.comparingDouble(edge -> -edge.cosine)); // stable
    Partition parts = new Partition(size());
    for (Edge edge : tree.subList(0, Math.max(0, size() - count))) {
      parts.join(edge.from, edge.to);
    }
    return means(parts.members());
  }

  /** The spanning tree of the largest cosines, grown from token 0. */
  private List<Edge> likestTree(Matrix cosines) {
    int n = size();
    int[] from = new int[n];
    float[] best = cosines.row(0);
    boolean[] in = new boolean[n];
    in[0] = true;
    List<Edge> out = new ArrayList<>();
    for (int step = 1; step < n; step++) {
      int next = -1;
      for (int i = 0; i < n; i++) {
        next = !in[i] && (next < 0 || best[i] > best[next]) ? i : next;
      }
      in[next] = true;
      out.add(new Edge(from[next], next, best[next]));
      for (int i = 0; i < n; i++) {
        if (!in[i] && cosines.get(next, i) > best[i]) {
          best[i] = cosines.get(next, i);
          from[i] = next;
        }
      }
    }
    return out;
  }
}
