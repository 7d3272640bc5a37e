package io.qcpruner.core.method;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.IntStream;

/** Control: keeps patches at random; the same seed gives the same patches at every depth. */
public final class RandomPruner extends SequenceSelection {

  static final Setting<Integer> SEED =
      Setting.whole("seed", "seed of the random choice").withDefault(42);

  /** What may be set. */
  public record Parameters(int seed, ControlPlace place) {}

  private final Parameters parameters;

  public RandomPruner(Parameters parameters) {
    super(parameters.place.stage(), parameters.place.positions());
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "random";
  }

  @Override
  public String label() {
    return "Random (seed " + parameters.seed + ")";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return parameters.place.settings().with(SEED, parameters.seed);
  }

  @Override
  public Source source() {
    return new Source("none: a control", "none");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of();
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    return (part, keep) ->
        Choice.of(
            IntStream.range(0, part.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> mix(parameters.seed ^ mix(part[i]))))
                .limit(keep)
                .mapToInt(i -> i)
                .toArray());
  }

  /** The finaliser of SplitMix64: a bijection, so keys never tie. */
  private static long mix(long z) {
    long a = (z + 0x9E3779B97F4A7C15L);
    a = (a ^ (a >>> 30)) * 0xBF58476D1CE4E5B9L;
    a = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return a ^ (a >>> 31);
  }
}
