package io.qcpruner.model.internal.measure;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.WeightRows;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.SeededWeights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The products that a 7B model spends its time in, with each kind of weights, as models compute
 * them: a prompt of one picture, what pruning leaves of it, and a new token.
 */
public final class KernelBench {
  public static final long WIDTH = 4096;
  public static final long ROWS = 576;

  /** 64 visual rows and a question: what is left after a hook. */
  private static final long FEW_ROWS = 126;

  /** A token meets weights that are not in a cache; two matrices would stay there. */
  private static final int MATRICES = 6;

  private final int repeats;

  public KernelBench(int repeats) {
    if (repeats < 1) {
      throw new IllegalArgumentException("repeats must be at least 1, not " + repeats);
    }
    this.repeats = repeats;
  }

  /**
   * Milliseconds of one product, of the fastest repeat, which other programs disturbed least.
   *
   * @param prompt 576 rows
   * @param pruned 126 rows
   * @param token one row, with weights from memory
   */
  public record Products(double prompt, double pruned, double token) {}

  /** With weights of that kind; {@code STORED} are floats. */
  public Products products(WeightKind kind) {
    try (ModuleFactory modules = new ModuleFactory(new SeededWeights(), Placement.cpu(), kind);
        Workspace workspace = new Workspace(Placement.cpu())) {
      List<Linear> maps = modules.layers(MATRICES, i -> map(modules, i));
      return Scopes.compute(
          () ->
              new Products(
                  time(maps.subList(0, 1), ROWS, workspace),
                  time(maps.subList(0, 1), FEW_ROWS, workspace),
                  time(maps, 1, workspace)));
    } catch (WeightsException e) {
      throw new IllegalStateException("generated weights can't be used", e); // they always can
    }
  }

  /** A decoder's: with {@code int4} others have 8 bits. */
  private static Linear map(ModuleFactory modules, int index) throws WeightsException {
    int width = (int) WIDTH;
    return modules.linear(WeightRows.all("lm.layers.bench." + index, width, width, false));
  }

  private double time(List<Linear> maps, long rows, Workspace workspace) {
    Tensor x = random(rows, WIDTH);
    return time(() -> maps.forEach(map -> Scopes.run(() -> map.forward(x, workspace))))
        / maps.size();
  }

  /** What does not depend on weights, in milliseconds by name. */
  public Map<String, Double> others() {
    Map<String, Double> millis = new LinkedHashMap<>();
    Scopes.run(
        () -> {
          Tensor q = random(1, 32, 640, 128);
          Tensor one = random(1, WIDTH);
          try (Workspace workspace = new Workspace(Placement.cpu())) {
            millis.put(
                "attention 32x640x640x128",
                time(() -> Attention.attend(q, q, q, AttentionMask.CAUSAL, workspace)));
          }
          millis.put(
              "the same by the engine",
              time(() -> Attention.attend(q, q, q, AttentionMask.CAUSAL)));
          millis.put("small operation of the engine", time(() -> one.add(one)));
        });
    return millis;
  }

  private static Tensor random(long... shape) {
    return torch.rand(shape, Placement.cpu().options());
  }

  private double time(Supplier<Tensor> body) {
    return time((Runnable) body::get);
  }

  private double time(Runnable body) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < repeats; i++) {
      long start = System.nanoTime();
      Scopes.run(body::run);
      best = Math.min(best, System.nanoTime() - start);
    }
    return best / 1e6;
  }
}
