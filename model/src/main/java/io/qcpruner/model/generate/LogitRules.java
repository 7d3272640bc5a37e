package io.qcpruner.model.generate;

import io.qcpruner.text.internal.grammar.Grammar;
import java.util.Map;
import java.util.Optional;

/**
 * What changes or reports the scores of tokens before one is chosen, as OpenAI's protocol has it.
 *
 * @param frequencyPenalty taken from the logit of a token for each time that the answer has it
 * @param presencePenalty taken once from every token that the answer has
 * @param bias added to the logits of single tokens
 * @param logprobs how many likely tokens to report beside each chosen one; -1 reports nothing
 * @param grammar what the answer is held to
 */
public record LogitRules(
    double frequencyPenalty,
    double presencePenalty,
    Map<Integer, Double> bias,
    int logprobs,
    Optional<Grammar> grammar) {

  /** Scores as the model gives them, unreported. */
  public static final LogitRules NONE = new LogitRules(0, 0, Map.of(), -1, Optional.empty());

  public LogitRules {
    bias = Map.copyOf(bias);
  }

  public LogitRules with(Grammar other) {
    return new LogitRules(frequencyPenalty, presencePenalty, bias, logprobs, Optional.of(other));
  }

  boolean changesLogits() {
    return frequencyPenalty != 0 || presencePenalty != 0 || !bias.isEmpty();
  }
}
