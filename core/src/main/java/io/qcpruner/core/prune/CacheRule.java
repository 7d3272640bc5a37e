package io.qcpruner.core.prune;

import io.qcpruner.core.layout.TokenLayout;
import java.util.Optional;

/**
 * What a method does while tokens are generated: at each step it may name rows of the prompt that
 * the layers after a given one do not attend to in this step. Nothing is freed: what is left out
 * now may come back at the next step. Immutable, as the method is.
 */
public interface CacheRule {

  /**
   * Zero-based layer whose attention is looked at. It and those before it attend to everything;
   * those after it to what stays.
   */
  int layer();

  /**
   * For one request.
   *
   * @param layout the rows of the prompt that the layer's cache holds
   */
  Choice start(TokenLayout layout);

  /** What is remembered from one generated token to the next. */
  interface Choice {
    /**
     * @param attention [n] probabilities of the new token on the rows of the layout: softmax over
     *     them and the tokens generated so far, averaged over query heads
     * @return the rows that stay in this step, ascending; empty if all do. Generated tokens always
     *     stay
     */
    Optional<int[]> rows(float[] attention);
  }
}
