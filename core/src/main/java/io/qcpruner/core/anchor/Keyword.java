package io.qcpruner.core.anchor;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A word of the prompt and its cosine to the whole prompt.
 *
 * @param word lower-case form
 * @param similarity unrounded cosine; ranking used this value
 */
public record Keyword(String word, double similarity) {

  private static final int REPORTED_DECIMALS = 4;

  /** The similarity as KeyBERT reports it: four decimals, half to even on the exact value. */
  public double score() {
    return new BigDecimal(similarity)
        .setScale(REPORTED_DECIMALS, RoundingMode.HALF_EVEN)
        .doubleValue();
  }
}
