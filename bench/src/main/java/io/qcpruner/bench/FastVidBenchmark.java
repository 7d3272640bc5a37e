package io.qcpruner.bench;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.FastVid;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Random;
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

/** FastVID on a clip of 64 frames of 13 x 13 tokens, as wide as LLaVA-Video-7B. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class FastVidBenchmark {
  private static final int FRAMES = 64;
  private static final int SIDE = 13;

  @Param("3584")
  public int width;

  private final FastVid method = new FastVid(FastVid.Parameters.defaults(true));
  private ArraySignals signals;

  @Setup(Level.Trial)
  public void prepare() {
    Kernels.warmUp();
    Random random = new Random(5);
    signals =
        ArraySignals.of(TokenLayout.video(1, FRAMES, SIDE, SIDE, false, 1))
            .with(Signal.VISUAL_STATES, gaussian(random, FRAMES * SIDE * SIDE, width))
            .with(Signal.FRAME_DESCRIPTOR, alike(random))
            .with(Signal.FRAME_SALIENCY, gaussian(random, FRAMES, SIDE * SIDE))
            .build();
  }

  @Benchmark
  public PruneResult plan() {
    return method.plan(method.stages().get(0), signals, new Budget.PerGroup(32));
  }

  /** Frames that differ little, so that the clip falls into eight segments. */
  private static Matrix alike(Random random) {
    Matrix out = gaussian(random, FRAMES, 64);
    for (int i = 0; i < out.data().length; i++) {
      out.data()[i] = 10 + out.data()[i];
    }
    return out;
  }

  private static Matrix gaussian(Random random, int rows, int cols) {
    Matrix out = Matrix.zeros(rows, cols);
    for (int i = 0; i < out.data().length; i++) {
      out.data()[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
