package io.qcpruner.core.prune;

/**
 * Turns the budget of a single cut into the average over the decoder's layers, and back. Papers
 * name budgets either way: by what survives, or by the mean number of candidates a layer sees.
 */
public final class AverageTokens {

  private AverageTokens() {}

  /**
   * Mean candidates per layer when {@code fullLayers} of {@code layers} layers see all candidates
   * and the others see {@code kept}.
   */
  public static double ofFinal(int candidates, int layers, int fullLayers, double kept) {
    require(layers, fullLayers);
    return ((double) fullLayers * candidates + (layers - fullLayers) * kept) / layers;
  }

  /** How many a cut must keep to meet an average; an average that can't be met is refused. */
  public static double finalFor(int candidates, int layers, int fullLayers, double average) {
    require(layers, fullLayers);
    double kept = (average * layers - (double) fullLayers * candidates) / (layers - fullLayers);
    if (!(kept > 0)) {
      throw new IllegalArgumentException(
          "an average of "
              + average
              + " can't be met: "
              + fullLayers
              + " full layers alone cost "
              + (double) fullLayers * candidates / layers);
    }
    return kept;
  }

  private static void require(int layers, int fullLayers) {
    if (fullLayers < 0 || fullLayers >= layers) {
      throw new IllegalArgumentException(fullLayers + " full layers of " + layers);
    }
  }
}
