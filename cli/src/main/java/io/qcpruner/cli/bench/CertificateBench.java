package io.qcpruner.cli.bench;

import io.qcpruner.core.objective.Certificate;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.SelectorInput;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How loose the certificate of a selection is: against the optimum where it can be found. */
final class CertificateBench {

  private static final int SMALL = 16;
  private static final int FEW = 4;
  private static final int RUNS = 9;

  private final CoverageSelector selector = new CoverageSelector(EdgeWeight.BILATERAL);

  /**
   * Small inputs whose best set was found by trying all, in percent of the best objective.
   *
   * @param missed what greedy lacks of the best objective, on average and at most
   * @param certified what the certificate says that it lacks at most
   */
  record Small(String input, int inputs, double[] missed, double[] certified) {}

  /**
   * One input, in percent of the bound.
   *
   * @param dual by a Lagrangian bound of some passes
   * @param selectMillis of one selection
   * @param millis of the certificate
   */
  record Large(
      String input,
      int n,
      int k,
      double certified,
      double dual,
      double selectMillis,
      double millis) {}

  List<Small> small(int inputs) {
    return List.of(
        small("clustered", inputs, seed -> SelectWorkload.clustered(1, 4, seed).input()),
        small("random", inputs, seed -> SelectWorkload.random(SMALL, seed).input()));
  }

  private interface Source {
    SelectorInput of(long seed);
  }

  private Small small(String name, int inputs, Source source) {
    double[] missed = new double[2];
    double[] certified = new double[2];
    for (int seed = 0; seed < inputs; seed++) {
      SelectorInput input = source.of(seed);
      FacilityLocation objective = selector.objective(input);
      Certificate certificate = Certificate.of(objective, selector.select(input, FEW).order());
      double best = best(objective, new float[SMALL], 0, FEW);
      note(missed, 100 * (1 - certificate.objective() / best), inputs);
      note(certified, 100 * (1 - certificate.share()), inputs);
    }
    return new Small(name, inputs, missed, certified);
  }

  private static void note(double[] meanAndMost, double value, int count) {
    meanAndMost[0] += value / count;
    meanAndMost[1] = Math.max(meanAndMost[1], value);
  }

  /** The best objective of sets that add some candidates from one on. */
  private static double best(FacilityLocation objective, float[] cover, int from, int left) {
    if (left == 0) {
      return objective.value(cover);
    }
    double best = 0;
    for (int j = from; j <= objective.candidates() - left; j++) {
      float[] more = cover.clone();
      objective.add(j, more);
      best = Math.max(best, best(objective, more, j + 1, left - 1));
    }
    return best;
  }

  List<Large> large(int passes) {
    List<Large> rows = new ArrayList<>();
    for (int k : new int[] {16, 64, 128}) {
      rows.add(large(SelectWorkload.clustered(1, 24, 11), k, passes));
    }
    rows.add(large(SelectWorkload.random(576, 14), 64, passes));
    rows.add(large(SelectWorkload.clustered(5, 24, 13), 320, passes));
    return rows;
  }

  private Large large(SelectWorkload workload, int k, int passes) {
    SelectorInput input = workload.input();
    FacilityLocation objective = selector.objective(input);
    int[] order = selector.select(input, k).order();
    Certificate certificate = Certificate.of(objective, order);
    double dual = new DualBound(objective, k).of(order, passes);
    return new Large(
        workload.name(),
        input.tokens(),
        k,
        100 * (1 - certificate.share()),
        100 * (1 - certificate.objective() / Math.max(dual, certificate.objective())),
        millis(() -> selector.select(input, k)),
        millis(() -> Certificate.of(objective, order)));
  }

  /** Processor time of this thread, the median of some runs after as many to warm up. */
  private static double millis(Runnable work) {
    double[] times = new double[RUNS];
    for (int run = -RUNS; run < RUNS; run++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      work.run();
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      if (run >= 0) {
        times[run] = (end - start) / 1e6;
      }
    }
    return Median.of(Arrays.stream(times));
  }
}
