package io.qcpruner.model.decoder;

import io.qcpruner.core.prune.PrunePlan;
import java.util.Optional;

/** Looks at the rows between two layers during prefill, and may change them. */
public interface BoundaryHook {

  /** Whether to be called after this layer; -1 is before layer 0. */
  boolean wants(int layer);

  /** Whether the layer's queries and keys should be kept for the visit. */
  default boolean wantsQueryKey(int layer) {
    return false;
  }

  /** Empty to go on with the rows as they are: an observer. */
  Optional<PrunePlan> visit(Boundary boundary);
}
