package io.qcpruner.model.generate;

import java.util.List;

/**
 * How an answer is made from logits, and when it ends.
 *
 * @param sampling greedy unless a temperature is set
 * @param checkpointPenalty whether the checkpoint's repetition penalty applies
 * @param maxNewTokens most tokens to generate; 0 runs the prompt alone
 * @param stopStrings texts that end the answer
 * @param ignoreStopIds go on after the checkpoint's end tokens, for measuring
 * @param logits what changes or reports scores
 */
public record GenerationSettings(
    SamplingSettings sampling,
    boolean checkpointPenalty,
    int maxNewTokens,
    List<String> stopStrings,
    boolean ignoreStopIds,
    LogitRules logits) {

  /** Greedy, at most 128 tokens, where LLaVA's loader stops. */
  public static final GenerationSettings DEFAULT =
      new GenerationSettings(SamplingSettings.GREEDY, true, 128, List.of(), false, LogitRules.NONE);

  public GenerationSettings {
    if (maxNewTokens < 0) {
      throw new IllegalArgumentException("new tokens must be 0 or more, not " + maxNewTokens);
    }
    stopStrings = List.copyOf(stopStrings);
  }

  public GenerationSettings with(SamplingSettings other) {
    return new GenerationSettings(
        other, checkpointPenalty, maxNewTokens, stopStrings, ignoreStopIds, logits);
  }

  public GenerationSettings with(LogitRules other) {
    return new GenerationSettings(
        sampling, checkpointPenalty, maxNewTokens, stopStrings, ignoreStopIds, other);
  }

  public GenerationSettings withMaxNewTokens(int tokens) {
    return new GenerationSettings(
        sampling, checkpointPenalty, tokens, stopStrings, ignoreStopIds, logits);
  }

  public GenerationSettings withStopStrings(List<String> texts) {
    return new GenerationSettings(
        sampling, checkpointPenalty, maxNewTokens, texts, ignoreStopIds, logits);
  }

  public GenerationSettings withCheckpointPenalty(boolean on) {
    return new GenerationSettings(sampling, on, maxNewTokens, stopStrings, ignoreStopIds, logits);
  }

  public GenerationSettings withIgnoreStopIds(boolean on) {
    return new GenerationSettings(
        sampling, checkpointPenalty, maxNewTokens, stopStrings, on, logits);
  }
}
