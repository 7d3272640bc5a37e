package io.qcpruner.model.vision;

import io.qcpruner.core.prune.TowerMerging;
import java.util.Optional;
import java.util.Set;

/**
 * What a tower is asked for beside its output.
 *
 * @param tap whether to keep queries and keys of the last executed layer
 * @param layers further zero-based layers whose queries and keys to keep; the one after the feature
 *     layer is computed up to its queries and keys
 * @param merging merges rows inside the tower
 */
public record TowerWork(boolean tap, Set<Integer> layers, Optional<TowerMerging> merging) {
  /** The output alone. */
  public static final TowerWork OUTPUT = new TowerWork(false, Set.of());

  /** Queries and keys of the last executed layer too. */
  public static final TowerWork TAP = new TowerWork(true, Set.of());

  public TowerWork {
    layers = Set.copyOf(layers);
  }

  /** Without merging. */
  public TowerWork(boolean tap, Set<Integer> layers) {
    this(tap, layers, Optional.empty());
  }

  /** A tap for what is to be recorded, null for none. */
  public TowerTap newTap() {
    return tap || !layers.isEmpty() ? new TowerTap(layers) : null;
  }
}
