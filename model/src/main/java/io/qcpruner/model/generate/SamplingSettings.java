package io.qcpruner.model.generate;

/**
 * How the next token is chosen.
 *
 * @param temperature 0 for greedy; otherwise logits are divided by it
 * @param topP tokens outside the smallest set with this probability are never drawn
 * @param seed of the draws
 * @param repetitionPenalty 1 for none: a positive logit of a present token is divided by it, a
 *     negative one multiplied
 * @param vocabularyLimit ids from here on are padding and never chosen; 0 for no limit
 */
public record SamplingSettings(
    double temperature, double topP, long seed, double repetitionPenalty, int vocabularyLimit) {

  public static final SamplingSettings GREEDY = new SamplingSettings(0, 1, 0, 1, 0);

  public SamplingSettings {
    if (!(temperature >= 0 && temperature < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("temperature must be 0 or more, not " + temperature);
    }
    if (!(topP > 0 && topP <= 1)) {
      throw new IllegalArgumentException("top-p must be in (0, 1], not " + topP);
    }
    if (!(repetitionPenalty > 0 && repetitionPenalty < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "repetition penalty must be positive, not " + repetitionPenalty);
    }
    if (vocabularyLimit < 0) {
      throw new IllegalArgumentException(
          "vocabulary limit must be 0 or more, not " + vocabularyLimit);
    }
  }

  public SamplingSettings withVocabularyLimit(int limit) {
    return new SamplingSettings(temperature, topP, seed, repetitionPenalty, limit);
  }

  public SamplingSettings withRepetitionPenalty(double penalty) {
    return new SamplingSettings(temperature, topP, seed, penalty, vocabularyLimit);
  }

  /** A copy with another seed. */
  public SamplingSettings withSeed(long other) {
    return new SamplingSettings(temperature, topP, other, repetitionPenalty, vocabularyLimit);
  }
}
