package io.qcpruner.bench;

import io.qcpruner.cli.bench.SelectWorkload;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.objective.DenseGreedy;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.Selection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The inputs of {@code qcpruner bench select} under JMH; {@code -prof gc} shows the allocation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CoverageBenchmark {

  @Param({"clustered", "random", "equal", "orthogonal"})
  public String input;

  @Param({"576", "2880"})
  public int tokens;

  private SelectWorkload workload;
  private int kept;

  @Setup(Level.Trial)
  public void prepare() {
    kept = tokens / 9;
    workload =
        switch (input) {
          case "clustered" -> SelectWorkload.clustered(tokens / 576, 24, 1);
          case "random" -> SelectWorkload.random(tokens, 1);
          case "equal" -> SelectWorkload.equal(tokens);
          default -> SelectWorkload.orthogonal(tokens);
        };
  }

  /** Exact lazy greedy. */
  @Benchmark
  public Selection lazy() {
    return new CoverageSelector(EdgeWeight.BILATERAL).select(workload.input(), kept);
  }

  /** Every gain anew for every pick. */
  @Benchmark
  public Selection dense() {
    return new CoverageSelector(EdgeWeight.BILATERAL, new DenseGreedy())
        .select(workload.input(), kept);
  }

  /** One read of the affinities. */
  @Benchmark
  public float streamingRead() {
    float[] values = workload.input().cosine().data();
    return Kernels.support().sum(values, 0, values.length);
  }
}
