package io.qcpruner.model.generate;

import java.util.List;

/**
 * When an answer is over.
 *
 * @param maxNewTokens most tokens to generate; 0 for none
 * @param stopIds token ids that end the answer and are not part of it
 * @param stopStrings texts that end the answer and are not part of it
 */
public record StopRules(int maxNewTokens, List<Integer> stopIds, List<String> stopStrings) {

  public StopRules {
    if (maxNewTokens < 0) {
      throw new IllegalArgumentException("max new tokens must be 0 or more, not " + maxNewTokens);
    }
    stopIds = List.copyOf(stopIds);
    stopStrings = List.copyOf(stopStrings);
    if (stopStrings.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException("a stop string can't be empty");
    }
  }
}
