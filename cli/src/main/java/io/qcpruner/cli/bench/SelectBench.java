package io.qcpruner.cli.bench;

import com.sun.management.ThreadMXBean;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.objective.DenseGreedy;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.LazyGreedy;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.GroupedSelector;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.core.select.Ties;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the exact lazy greedy against dense greedy on the same kernels and against one streaming
 * read of the affinities. The three take turns, so that a busy machine slows all of them. A single
 * group runs on one thread and is timed by that thread's processor time, which other programs do
 * not add to; several groups run on all cores and are timed by the clock on the wall.
 */
public final class SelectBench {

  private static final int DENSE_RUNS = 3;

  /** Warm-up for each timed run: about two seconds with the usual number of runs. */
  private static final long WARM_UP_NANOS = 60_000_000L;

  private final CoverageSelector lazy;
  private final CoverageSelector dense;
  private final String name;
  private final List<SelectorInput> groups;
  private final int k;

  /** Keeps the streaming read from being optimised away. */
  private float sink;

  private SelectBench(String name, List<SelectorInput> groups, int k, Ties ties) {
    this.lazy = new CoverageSelector(EdgeWeight.BILATERAL, new LazyGreedy(), false, ties);
    this.dense = new CoverageSelector(EdgeWeight.BILATERAL, new DenseGreedy(), false, ties);
    this.name = name;
    this.groups = groups;
    this.k = k;
  }

  /** The cases of the documentation. */
  public static List<SelectResult> standard(int runs, Ties ties) {
    List<SelectResult> results = new ArrayList<>();
    results.add(run(SelectWorkload.clustered(1, 24, 11), 64, runs, ties));
    results.add(run(SelectWorkload.clustered(1, 36, 12), 256, runs, ties));
    results.add(run(SelectWorkload.clustered(5, 24, 13), 320, runs, ties));
    results.add(run(SelectWorkload.random(2880, 14), 320, runs, ties));
    results.add(run(SelectWorkload.equal(2880), 320, runs, ties));
    results.add(run(SelectWorkload.orthogonal(2880), 320, runs, ties));
    results.add(video(64, 13, 32, runs, ties));
    return results;
  }

  /** One group. */
  public static SelectResult run(SelectWorkload workload, int k, int runs, Ties ties) {
    return new SelectBench(workload.name(), List.of(workload.input()), k, ties).measure(runs);
  }

  /** Frames of a clip, each on its own. */
  public static SelectResult video(int frames, int side, int k, int runs, Ties ties) {
    List<SelectorInput> groups = new ArrayList<>();
    for (int f = 0; f < frames; f++) {
      groups.add(SelectWorkload.clustered(1, side, 100 + f).input());
    }
    return new SelectBench("video", groups, k, ties).measure(runs);
  }

  private SelectResult measure(int runs) {
    warmUp(runs);
    double[] lazyMs = new double[runs];
    double[] streamMs = new double[runs];
    double[] denseMs = new double[DENSE_RUNS];
    double bestWallMs = Double.POSITIVE_INFINITY;
    List<Selection> found = List.of();
    List<Selection> expected = List.of();
    for (int r = 0; r < runs; r++) {
      long wall = System.nanoTime();
      long start = now();
      found = select(lazy);
      lazyMs[r] = since(start);
      bestWallMs = Math.min(bestWallMs, (System.nanoTime() - wall) / 1e6);
      start = now();
      stream();
      streamMs[r] = since(start);
      int turn = r * DENSE_RUNS / runs;
      if (denseMs[turn] == 0) {
        start = now();
        expected = groups.stream().map(group -> dense.select(group, k)).toList();
        denseMs[turn] = since(start);
      }
    }
    int n = groups.get(0).tokens();
    return new SelectResult(
        name,
        groups.size(),
        n,
        k,
        found.stream().mapToDouble(Selection::evaluations).average().orElse(0) / n,
        Median.of(Arrays.stream(lazyMs)),
        bestWallMs,
        Median.of(Arrays.stream(denseMs)),
        Median.of(Arrays.stream(streamMs)),
        allocatedBytes(),
        (long) groups.size() * n * n * Float.BYTES,
        samePicks(found, expected));
  }

  private void warmUp(int runs) {
    long from = System.nanoTime();
    while (System.nanoTime() - from < runs * WARM_UP_NANOS) {
      select(lazy);
      stream();
    }
  }

  private List<Selection> select(CoverageSelector selector) {
    return groups.size() == 1
        ? List.of(selector.select(groups.get(0), k))
        : new GroupedSelector(selector).select(groups, k);
  }

  private void stream() {
    for (SelectorInput group : groups) {
      float[] values = group.cosine().data();
      sink += Kernels.support().sum(values, 0, values.length);
    }
  }

  private long allocatedBytes() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
      return -1;
    }
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    lazy.select(groups.get(0), k);
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
  }

  private static boolean samePicks(List<Selection> a, List<Selection> b) {
    for (int g = 0; g < a.size(); g++) {
      if (!Arrays.equals(a.get(g).order(), b.get(g).order())) {
        return false;
      }
    }
    return a.size() == b.size();
  }

  private long now() {
    return groups.size() == 1
        ? ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
        : System.nanoTime();
  }

  private double since(long start) {
    return (now() - start) / 1e6;
  }
}
