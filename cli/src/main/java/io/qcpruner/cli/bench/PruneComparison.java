package io.qcpruner.cli.bench;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.model.internal.measure.PruneBench.Pass;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Unpruned and pruned passes, measured in turns. What is compared are means: a machine that is
 * disturbed now and then disturbs long passes more often than short ones, and a median would forget
 * that of the short ones only.
 */
public final class PruneComparison {
  private final List<Pass> full;
  private final List<Pass> pruned;
  private final double flopsFull;
  private final double flopsPruned;

  public PruneComparison(DecoderConfig config, List<Pass> full, List<Pass> pruned) {
    this.full = full;
    this.pruned = pruned;
    PrefillFlops flops = PrefillFlops.of(config);
    this.flopsFull = flops.measured(full.get(0).rowsPerLayer());
    this.flopsPruned = flops.measured(pruned.get(0).rowsPerLayer());
  }

  public double flopsFull() {
    return flopsFull;
  }

  public double flopsPruned() {
    return flopsPruned;
  }

  public BenchSample unprunedMillis() {
    return sample(full, Pass::millis);
  }

  public BenchSample prunedMillis() {
    return sample(pruned, Pass::millis);
  }

  /** Mean milliseconds of a part of the pruned passes. */
  public double millis(Part part) {
    return sample(pruned, p -> p.clock().millis(part)).mean();
  }

  public double speedUp() {
    return unprunedMillis().mean() / prunedMillis().mean();
  }

  /** The speed-up that the arithmetic alone would give. */
  public double flopsRatio() {
    return flopsFull / flopsPruned;
  }

  public double realised() {
    return speedUp() / flopsRatio();
  }

  /** One standard error of {@link #realised}. */
  public double realisedError() {
    return realised() * unprunedMillis().ratioError(prunedMillis());
  }

  /**
   * The realised share with the unpruned time taken from the layers before the hook of the same
   * pass, which do what all layers of an unpruned pass do: whatever the pace of the machine was, it
   * was the same for both. Empty for methods that act before the first layer.
   */
  public Optional<BenchSample> realisedWithinPass() {
    int[] all = full.get(0).rowsPerLayer();
    int[] some = pruned.get(0).rowsPerLayer();
    int before = 0;
    while (before < all.length && all[before] == some[before]) {
      before++;
    }
    if (before == 0) {
      return Optional.empty();
    }
    double scale = (double) all.length / before / flopsRatio();
    return Optional.of(
        sample(pruned, p -> p.clock().millis(Part.PREFILL_BEFORE) * scale / p.millis()));
  }

  private static BenchSample sample(List<Pass> passes, ToDoubleFunction<Pass> value) {
    return new BenchSample(passes.stream().mapToDouble(value).toArray());
  }
}
