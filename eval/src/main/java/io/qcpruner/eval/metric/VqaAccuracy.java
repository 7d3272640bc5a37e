package io.qcpruner.eval.metric;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Soft accuracy against ten human answers (Antol et al., "VQA", ICCV 2015): an answer is right as
 * far as three of the other nine people gave it, averaged over the person left out.
 */
public final class VqaAccuracy {

  private VqaAccuracy() {}

  /** Score in [0, 1] of a prediction, both sides cleaned by {@code normalizer}. */
  public static double score(
      String prediction, List<String> references, UnaryOperator<String> normalizer) {
    String cleaned = normalizer.apply(prediction);
    int matches = 0;
    for (String reference : references) {
      if (cleaned.equals(normalizer.apply(reference))) {
        matches++;
      }
    }
    return fromMatches(matches, references.size());
  }

  /** Mean over each reference left out of min(1, matches among the others / 3). */
  static double fromMatches(int matches, int references) {
    if (matches == 0) {
      return 0;
    }
    double withMatchLeftOut = Math.min(1.0, (matches - 1) / 3.0);
    double withOtherLeftOut = Math.min(1.0, matches / 3.0);
    return (matches * withMatchLeftOut + (references - matches) * withOtherLeftOut) / references;
  }
}
