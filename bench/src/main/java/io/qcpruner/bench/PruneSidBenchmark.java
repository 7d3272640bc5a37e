package io.qcpruner.bench;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.PruneSid;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
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

/** PruneSID on one picture: CLIP's 24 x 24 patches, and 36 x 36 rows as wide as Qwen's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class PruneSidBenchmark {

  /** Side of the grid and width of its rows. */
  @Param({"24x1024", "36x1280", "36x3584"})
  public String shape;

  @Param({"64", "128", "512"})
  public int budget;

  /** Whether rows are smooth over the grid, as those of pictures are, or have no order. */
  @Param({"true", "false"})
  public boolean picture;

  private final PruneSid method = new PruneSid(PruneSid.Parameters.DEFAULTS);
  private ArraySignals signals;

  @Setup(Level.Trial)
  public void prepare() {
    Kernels.warmUp();
    Random random = new Random(5);
    int side = Integer.parseInt(shape.substring(0, 2));
    int width = Integer.parseInt(shape.substring(3));
    Matrix states = Matrix.zeros(side * side + 1, width);
    if (picture) {
      addWaves(random, states, side);
    }
    for (int i = 0; i < states.data().length; i++) {
      states.data()[i] += (float) (random.nextGaussian() * (picture ? 0.3 : 1));
    }
    Matrix attention = Matrix.zeros(1, side * side);
    for (int i = 0; i < attention.data().length; i++) {
      attention.data()[i] = random.nextFloat();
    }
    signals =
        ArraySignals.of(VisionLayout.single(side, side, true))
            .with(Signal.TOWER_STATES, states)
            .with(Signal.CLASS_ATTENTION, attention)
            .build();
  }

  @Benchmark
  public PruneResult plan() {
    return method.plan(new Stage.AfterVision(), signals, new Budget.Total(budget));
  }

  /** Waves over the grid, weaker the finer they are; row 0 is the class row. */
  private static void addWaves(Random random, Matrix states, int side) {
    for (int w = 0; w < side * side; w++) {
      int u = w / side;
      int v = w % side;
      double size = 2 / (1 + Math.pow(u * u + v * v, 0.6));
      float[] weights = new float[states.cols()];
      for (int c = 0; c < weights.length; c++) {
        weights[c] = (float) (size * random.nextGaussian());
      }
      for (int i = 0; i < side * side; i++) {
        float wave =
            (float)
                (Math.cos(Math.PI * u * (i / side + 0.5) / side)
                    * Math.cos(Math.PI * v * (i % side + 0.5) / side));
        for (int c = 0; c < weights.length; c++) {
          states.data()[states.offset(i + 1) + c] += wave * weights[c];
        }
      }
    }
  }
}
