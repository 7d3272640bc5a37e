package io.qcpruner.core.select;

import java.util.OptionalDouble;
import java.util.Set;

/** A rule that keeps k of N tokens. Implementations are immutable. */
public interface Selector {

  /** A part of the input that a selector may need. */
  enum Part {
    /** A query utility of each token. */
    UTILITY,
    /** Cosines between tokens, or the features they come from. */
    AFFINITY,
    /** The features themselves. */
    FEATURES,
    /** Cosines of query anchors and tokens. */
    ANCHORS
  }

  /** Name on the command line. */
  String name();

  /** Name in tables. */
  default String label() {
    return name();
  }

  /** The parts of the input it looks at; others may be missing. */
  Set<Part> needs();

  /**
   * Keeps {@code min(k, N)} tokens. Of equal scores the lowest index wins.
   *
   * @param k at least 1
   */
  Selection select(SelectorInput input, int k);

  /** Whether it can say by itself how many tokens are enough, as coverage can. */
  default boolean supportsShare() {
    return false;
  }

  /** The smallest set that meets a rule. */
  default Selection selectShare(SelectorInput input, ShareRule rule) {
    throw new IllegalArgumentException(name() + " can't say how many tokens are enough");
  }

  /** What it keeps once nothing adds to its objective; only coverage has a choice. */
  default Ties ties() {
    return Ties.VISUAL;
  }

  /** Upper bound on the objective of any set as large as the chosen one, if it knows one. */
  default OptionalDouble bound(SelectorInput input, int[] chosen) {
    return OptionalDouble.empty();
  }
}
