package io.qcpruner.server.chat;

import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.List;
import java.util.Map;

/**
 * A finished request.
 *
 * @param choices the answers, as many as were asked for
 * @param cachedTokens rows of the prompt that an earlier request left ready in the decoder
 * @param millis time of each part of the request
 * @param visionCache {@code hit}, {@code miss}, {@code joined}, {@code off}, or {@code none}
 *     without media
 */
public record ChatAnswer(
    List<ChatChoice> choices,
    int cachedTokens,
    PruningFacts pruning,
    Map<Part, Double> millis,
    String visionCache) {

  public ChatAnswer {
    choices = List.copyOf(choices);
    if (choices.isEmpty()) {
      throw new IllegalArgumentException("no answer");
    }
    millis = Map.copyOf(millis);
  }

  /** The first answer's text. */
  public String text() {
    return choices.get(0).text();
  }

  /** Why the first answer ended. */
  public FinishReason finish() {
    return choices.get(0).finish();
  }

  /** Generated tokens of all answers. */
  public int completionTokens() {
    return choices.stream().mapToInt(ChatChoice::tokens).sum();
  }

  /** Milliseconds of one part; 0 for a part that took none. */
  public double millis(Part part) {
    return millis.getOrDefault(part, 0.0);
  }
}
