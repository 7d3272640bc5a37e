package io.qcpruner.core.select;

import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.Greedy;
import io.qcpruner.core.objective.LazyGreedy;

/**
 * What selectors are made with; each looks at what concerns it.
 *
 * @param greedy how coverage is maximised
 * @param tiled whether coverage computes affinities from features as it needs them
 * @param ties what coverage keeps once nothing adds to it
 * @param lambda relevance against redundancy of MMR
 * @param additive temperatures and weight of the MMTok backends
 */
public record SelectorOptions(
    Greedy greedy, boolean tiled, Ties ties, float lambda, AdditiveCoverage additive) {

  /** Exact greedy, and the published settings for LLaVA. */
  public static final SelectorOptions STANDARD =
      new SelectorOptions(new LazyGreedy(), false, Ties.VISUAL, 0.5f, AdditiveCoverage.LLAVA);

  public SelectorOptions {
    // also when another selector is made with them: the value is wrong all the same
    MmrSelector.requireLambda(lambda);
  }

  public SelectorOptions withGreedy(Greedy other) {
    return new SelectorOptions(other, tiled, ties, lambda, additive);
  }

  public SelectorOptions withTiled(boolean sparing) {
    return new SelectorOptions(greedy, sparing, ties, lambda, additive);
  }

  public SelectorOptions withTies(Ties other) {
    return new SelectorOptions(greedy, tiled, other, lambda, additive);
  }

  public SelectorOptions withLambda(float other) {
    return new SelectorOptions(greedy, tiled, ties, other, additive);
  }

  public SelectorOptions withAdditive(AdditiveCoverage other) {
    return new SelectorOptions(greedy, tiled, ties, lambda, other);
  }

  public SelectorOptions withTextTemperature(float tau) {
    return withAdditive(new AdditiveCoverage(additive.alpha(), tau, additive.visualTemperature()));
  }
}
