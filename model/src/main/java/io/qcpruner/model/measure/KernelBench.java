package io.qcpruner.model.measure;

import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.SeededWeights;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The products that a 7B model spends its time in, on the BLAS library that this process loaded.
 */
public final class KernelBench {
  private static final long WIDTH = 4096;
  private static final long ROWS = 576;

  /** 64 visual rows and a question: what is left behind a hook. */
  private static final long FEW_ROWS = 126;

  private final int repeats;

  public KernelBench(int repeats) {
    if (repeats < 1) {
      throw new IllegalArgumentException("repeats must be at least 1, not " + repeats);
    }
    this.repeats = repeats;
  }

  /** Milliseconds of the fastest repeat, which other programs disturbed least. */
  public Map<String, Double> run() {
    Map<String, Double> millis = new LinkedHashMap<>();
    Scopes.run(
        () -> {
          Tensor weight = random(WIDTH, WIDTH);
          Tensor narrow = weight.to(ScalarType.BFloat16);
          Tensor many = random(ROWS, WIDTH);
          Tensor few = random(FEW_ROWS, WIDTH);
          Tensor one = random(1, WIDTH);
          Tensor q = random(1, 32, 640, 128);
          millis.put("gemm 576x4096x4096", time(() -> torch.linear(many, weight)));
          millis.put("gemm 126x4096x4096", time(() -> torch.linear(few, weight)));
          Linear half = half(weight);
          Workspace scratch = new Workspace(Placement.cpu());
          millis.put("gemm 576x4096x4096 half", time(() -> half.forward(many, scratch)));
          millis.put("gemm 126x4096x4096 half", time(() -> half.forward(few, scratch)));
          millis.put("gemv 1x4096x4096", time(() -> torch.linear(one, weight)));
          millis.put(
              "gemv 1x4096x4096 bf16",
              time(() -> torch.linear(one.to(ScalarType.BFloat16), narrow)));
          millis.put("gemv 1x4096x4096 half", time(() -> half.forward(one, scratch)));
          millis.put(
              "attention 32x640x640x128",
              time(() -> Attention.attend(q, q, q, AttentionMask.CAUSAL)));
          millis.put("small op", time(() -> one.add(one)));
        });
    return millis;
  }

  private static Linear half(Tensor weight) {
    return new ModuleFactory(new SeededWeights(), Placement.cpu(), WeightKind.HALF)
        .linear(weight, null);
  }

  private static Tensor random(long... shape) {
    return torch.rand(shape, Placement.cpu().options());
  }

  private double time(Supplier<Tensor> body) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < repeats; i++) {
      long start = System.nanoTime();
      Scopes.run(body::get);
      best = Math.min(best, System.nanoTime() - start);
    }
    return best / 1e6;
  }
}
