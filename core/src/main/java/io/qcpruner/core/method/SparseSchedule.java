package io.qcpruner.core.method;

import io.qcpruner.core.prune.PruningRefusedException;
import java.util.List;

/**
 * How many candidates each SparseVLM stage keeps so that a budget, an average over the decoder's
 * layers, is met. Known budgets use the published lists (or those lists scaled by the
 * specification); others scale the nearest published list by one factor.
 */
final class SparseSchedule {

  private static final double RECYCLED_SHARE = 0.3;
  private static final int CLUSTER_DIVISOR = 10;
  private static final int ANY = 0;

  private record Known(int patches, int layers, int tokens, List<Integer> targets) {
    double share() {
      return (double) tokens / patches;
    }
  }

  private static final List<Known> PUBLISHED =
      List.of(
          new Known(576, ANY, 192, List.of(300, 200, 110)),
          new Known(576, ANY, 128, List.of(303, 110, 36)),
          new Known(576, ANY, 96, List.of(238, 48, 26)),
          new Known(576, ANY, 64, List.of(66, 30, 17)));

  private static final List<Known> SCALED =
      List.of(
          new Known(2880, ANY, 640, List.of(1515, 550, 180)),
          new Known(2880, ANY, 320, List.of(330, 150, 85)),
          new Known(1296, 28, 512, List.of(779, 519, 285)),
          new Known(1296, 28, 256, List.of(489, 178, 58)),
          new Known(1296, 28, 128, List.of(70, 32, 18)));

  /** Zero-based layers after which the published code cuts. */
  static final List<Integer> USUAL_STAGES = List.of(2, 6, 15);

  private SparseSchedule() {}

  /** Tokens that stand for the dropped ones when n candidates are cut to k. */
  static int recycled(int n, int k) {
    return recycledMembers(n - k) / CLUSTER_DIVISOR + 1;
  }

  /** How many of the dropped candidates take part in recycling. */
  static int recycledMembers(int dropped) {
    return (int) (RECYCLED_SHARE * dropped) + 1;
  }

  /**
   * What is left after one stage, recycled tokens included; a target that cuts nothing skips it.
   */
  static int after(int n, int k) {
    return k >= n ? n : k + recycled(n, k);
  }

  /** Mean over layers of the candidates leaving each layer: the published way to name a budget. */
  static double average(int patches, int layers, List<Integer> stages, int[] targets) {
    double sum = 0;
    int count = patches;
    int stage = 0;
    for (int layer = 0; layer < layers; layer++) {
      if (stage < stages.size() && stages.get(stage) == layer) {
        count = after(count, targets[stage++]);
      }
      sum += count;
    }
    return sum / layers;
  }

  /** Targets of all stages for an average budget. */
  static int[] targets(int tokens, int patches, int layers, List<Integer> stages) {
    if (stages.equals(USUAL_STAGES)) {
      for (List<Known> list : List.of(PUBLISHED, SCALED)) {
        for (Known known : list) {
          if (known.patches == patches
              && known.tokens == tokens
              && (known.layers == ANY || known.layers == layers)) {
            return ints(known.targets);
          }
        }
      }
    }
    return solve(tokens, patches, layers, stages);
  }

  /** The k of a single stage that leaves exactly the budget, recycled tokens included. */
  static int singleStage(int tokens, int patches) {
    int best = 1;
    for (int k = 1; k < tokens; k++) {
      if (after(patches, k) <= tokens) {
        best = k;
      }
    }
    return best;
  }

  private static int[] solve(int tokens, int patches, int layers, List<Integer> stages) {
    List<Integer> shape = nearest((double) tokens / patches);
    if (average(patches, layers, stages, scaled(shape, 0, patches, stages)) > tokens) {
      throw new PruningRefusedException(
          "SparseVLM can't average "
              + tokens
              + " of "
              + patches
              + " tokens over "
              + layers
              + " layers with stages after "
              + stages
              + "; use its single-stage mode");
    }
    double low = 0;
    // here even the last stage keeps everything
    double high = 576.0 / shape.get(shape.size() - 1);
    for (int step = 0; step < 60; step++) {
      double middle = (low + high) / 2;
      boolean fits =
          average(patches, layers, stages, scaled(shape, middle, patches, stages)) <= tokens;
      low = fits ? middle : low;
      high = fits ? high : middle;
    }
    return scaled(shape, low, patches, stages);
  }

  private static List<Integer> nearest(double share) {
    Known best = PUBLISHED.get(0);
    for (Known known : PUBLISHED) {
      if (Math.abs(known.share() - share) < Math.abs(best.share() - share)) {
        best = known;
      }
    }
    return best.targets;
  }

  private static int[] scaled(
      List<Integer> shape, double factor, int patches, List<Integer> stages) {
    int[] out = new int[stages.size()];
    for (int s = 0; s < out.length; s++) {
      double share = shape.get(Math.min(s, shape.size() - 1)) / 576.0;
      out[s] = Math.max(1, (int) Math.rint(share * patches * factor));
    }
    return out;
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(i -> i).toArray();
  }
}
