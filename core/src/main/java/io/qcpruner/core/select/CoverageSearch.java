package io.qcpruner.core.select;

import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.objective.Greedy;
import io.qcpruner.core.objective.Picks;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Greedy coverage in two phases: by the objective while it gains, then, if ties go that way, by
 * visual-only coverage. Gains of the second phase are gains of the objective, that is 0.
 */
final class CoverageSearch {

  private final Greedy greedy;
  private final FacilityLocation objective;

  /** Visual-only coverage; null where ties go to the lowest index. */
  private final Supplier<FacilityLocation> filler;

  CoverageSearch(Greedy greedy, FacilityLocation objective, Supplier<FacilityLocation> filler) {
    this.greedy = greedy;
    this.objective = objective;
    this.filler = filler;
  }

  /** Keeps exactly k. */
  Selection select(int k) {
    Picks picks = greedy.maximize(objective, k);
    int useful = useful(picks);
    if (filler == null || useful == k) {
      return selection(picks);
    }
    int[] chosen = Arrays.copyOf(picks.order(), useful);
    Picks more = greedy.extend(filler.get(), chosen, k - useful, (j, gain, reached) -> false);
    return joined(picks, useful, more);
  }

  /**
   * Keeps what a rule asks for.
   *
   * @param visual visual-only coverage, asked for if the rule has a visual share
   */
  Selection select(ShareRule rule, Supplier<FacilityLocation> visual) {
    int n = objective.candidates();
    Enough enough = new Enough(rule, objective.fullValue(), visual);
    Picks picks =
        greedy.extend(
            objective,
            new int[0],
            n,
            (j, gain, reached) -> enough.add(j, reached) || filler != null && gain == 0);
    int useful = useful(picks);
    if (filler == null || useful == picks.order().length) {
      return selection(picks);
    }
    // the last pick gained nothing: visual-only coverage chooses in its place
    int[] chosen = Arrays.copyOf(picks.order(), useful);
    Enough again = new Enough(rule, 0, visual);
    boolean done = false;
    for (int j : chosen) {
      done = again.add(j, 0);
    }
    Picks more =
        done
            ? new Picks(new int[0], new float[0], picks.cover(), 0, 0)
            : greedy.extend(
                filler.get(), chosen, n - useful, (j, gain, reached) -> again.add(j, reached));
    return joined(picks, useful, more);
  }

  /** Picks before the run of zero gains at the end. */
  private static int useful(Picks picks) {
    int useful = picks.gains().length;
    while (useful > 0 && picks.gains()[useful - 1] == 0) {
      useful--;
    }
    return useful;
  }

  private static Selection selection(Picks picks) {
    return new Selection(
        picks.order(), picks.gains(), picks.objective(), picks.evaluations(), List.of());
  }

  private static Selection joined(Picks picks, int useful, Picks more) {
    int all = useful + more.order().length;
    int[] order = Arrays.copyOf(picks.order(), all);
    System.arraycopy(more.order(), 0, order, useful, more.order().length);
    float[] gains = Arrays.copyOf(Arrays.copyOf(picks.gains(), useful), all);
    double evaluations = picks.evaluations() + more.evaluations();
    return new Selection(order, gains, picks.objective(), evaluations, List.of());
  }

  /** Whether the picks so far meet a rule. */
  private static final class Enough {
    private final ShareRule rule;
    private final double wanted;
    private final FacilityLocation visual;
    private final double visualWanted;
    private final float[] cover;
    private double visualReached;
    private int count;

    Enough(ShareRule rule, double full, Supplier<FacilityLocation> visual) {
      this.rule = rule;
      this.wanted = rule.share() * full;
      this.visual = rule.visualShare() > 0 ? visual.get() : null;
      this.visualWanted = this.visual == null ? 0 : rule.visualShare() * this.visual.fullValue();
      this.cover = new float[this.visual == null ? 0 : this.visual.targets()];
    }

    boolean add(int candidate, double reached) {
      count++;
      if (visual != null) {
        visualReached += visual.gain(candidate, cover);
        visual.add(candidate, cover);
      }
      return reached >= wanted && visualReached >= visualWanted && count >= rule.least();
    }
  }
}
