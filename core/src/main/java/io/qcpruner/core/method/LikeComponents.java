package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Connected components of tokens: two tokens are joined if their cosine is above a threshold. A
 * component is represented by the token with the most neighbours, the first of equals.
 */
final class LikeComponents {

  /** Rows whose cosines are in memory at once. */
  private static final int BLOCK = 512;

  private final Partition parts;
  private final int[] neighbours;

  private LikeComponents(int tokens) {
    parts = new Partition(tokens);
    neighbours = new int[tokens];
  }

  /** Components in the order of their representatives, each with its representative first. */
  static List<int[]> of(Matrix tokens, double above) {
    LikeComponents out = new LikeComponents(tokens.rows());
    for (int from = 0; from < tokens.rows(); from += BLOCK) {
      Matrix block = tokens.rows(from, Math.min(from + BLOCK, tokens.rows()));
      out.join(Kernels.cosine(block, tokens.rows(from, tokens.rows())), from, above);
    }
    return out.components();
  }

  /**
   * The same from cosines that are known.
   *
   * @param cosines of all tokens with each other
   */
  static List<int[]> ofCosines(Matrix cosines, double above) {
    LikeComponents out = new LikeComponents(cosines.rows());
    out.join(cosines, 0, above);
    return out.components();
  }

  /** Cosines of the tokens from {@code first} on with themselves and all that follow them. */
  private void join(Matrix cosines, int first, double above) {
    for (int i = 0; i < cosines.rows(); i++) {
      int row = cosines.offset(i);
      for (int j = i + 1; j < cosines.cols(); j++) {
        if (cosines.data()[row + j] > above) {
          neighbours[first + i]++;
          neighbours[first + j]++;
          parts.join(first + i, first + j);
        }
      }
    }
  }

  private List<int[]> components() {
    return parts.members().stream()
        .map(this::withRepresentativeFirst)
        .sorted(Comparator.comparingInt(component -> component[0]))
        .toList();
  }

  private int[] withRepresentativeFirst(int[] members) {
    int best = members[0];
    for (int i : members) {
      best = neighbours[i] > neighbours[best] ? i : best;
    }
    int first = best;
    return IntStream.concat(IntStream.of(first), IntStream.of(members).filter(i -> i != first))
        .toArray();
  }
}
