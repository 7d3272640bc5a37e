package io.qcpruner.core.method;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TowerMerging;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Optional;
import java.util.Set;

/**
 * Merges the most similar patches in every layer of the vision tower, between attention and MLP, so
 * that the tower itself becomes cheaper. Paper: "Token Merging: Your ViT But Faster". Paper
 * symbols: r = rows merged in a layer; sets A and B = even and odd rows; s = size of a row.
 *
 * <p>The paper is about classifiers. Here a view ends with as many rows as the budget gives it, in
 * the order of the first patch of each.
 */
public final class ToMe extends TileMethod {

  static final Setting<Boolean> PROPORTIONAL =
      Setting.flag("proportional", "attention counts a merged row as often as it has patches")
          .withDefault(true);

  /**
   * @param layers how many layers of the tower are run: rows merge in each
   * @param proportional whether ln s is added to the logits of attention
   */
  public record Parameters(int layers, boolean proportional) {
    public Parameters {
      Checks.atLeast("tower layers", layers, 1);
    }
  }

  private final Parameters parameters;

  public ToMe(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "tome";
  }

  @Override
  public String label() {
    return parameters.proportional ? "ToMe" : "ToMe (plain attention)";
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(PROPORTIONAL, parameters.proportional);
  }

  @Override
  public Source source() {
    return new Source(
        "Token Merging: Your ViT But Faster (ICLR 2023)", "facebookresearch/ToMe @af95e4b");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.TOWER_GROUPS);
  }

  @Override
  public Optional<TowerMerging> towerMerging(VisionLayout vision, Budget budget) {
    int perView = perView(budget, vision);
    return perView >= vision.patches()
        ? Optional.empty()
        : Optional.of(
            new MatchingMerge(
                rowsPerLayer(vision.patches(), perView, parameters.layers),
                vision.classRow(),
                parameters.proportional));
  }

  /**
   * How many rows each layer merges: evenly, what does not divide in the first layers, and more in
   * the first ones where halving in the later ones would not be enough.
   */
  static int[] rowsPerLayer(int patches, int kept, int layers) {
    int[] rows = new int[layers];
    int left = patches;
    for (int l = 0; l < layers; l++) {
      int after = layers - l - 1;
      int even = (left - kept + after) / (after + 1);
      // later layers keep at least half of their rows each
      long reachable = after >= Integer.SIZE - 2 ? Integer.MAX_VALUE : (long) kept << after;
      rows[l] = Math.min((int) Math.max(even, left - reachable), left / 2);
      left -= rows[l];
    }
    if (left > kept) {
      throw new PruningRefusedException(
          "%d of %d patches can't be met: each of %d tower layers merges at most half of its rows,"
                  .formatted(kept, patches, layers)
              + " so %d is the fewest".formatted(left));
    }
    return rows;
  }

  @Override
  PruneResult decide(Signals signals, VisionLayout vision, int perView, TraceBuilder trace) {
    TowerRowGroups groups = TowerRowGroups.of(signals, vision);
    return trace
        .order(groups.patchNumbers())
        .merged(groups.mergedPatchNumbers())
        .result(groups.plan());
  }
}
