package io.qcpruner.server.chat;

import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.List;
import java.util.Map;

/**
 * A finished answer.
 *
 * @param text without blanks at either end; the pieces the listener got, joined
 * @param cachedTokens rows of the prompt that an earlier request left ready in the decoder
 * @param millis time of each part of the request
 * @param visionCache {@code hit}, {@code miss}, {@code joined}, {@code off}, or {@code none}
 *     without media
 * @param chances how likely each token was; empty unless asked for
 */
public record ChatAnswer(
    String text,
    FinishReason finish,
    int completionTokens,
    int cachedTokens,
    PruningFacts pruning,
    Map<Part, Double> millis,
    String visionCache,
    List<TokenChance> chances) {

  public ChatAnswer {
    millis = Map.copyOf(millis);
    chances = List.copyOf(chances);
  }

  /** An answer whose tokens nobody asked about. */
  public ChatAnswer(
      String text,
      FinishReason finish,
      int completionTokens,
      int cachedTokens,
      PruningFacts pruning,
      Map<Part, Double> millis,
      String visionCache) {
    this(text, finish, completionTokens, cachedTokens, pruning, millis, visionCache, List.of());
  }

  /** Milliseconds of one part; 0 for a part that took none. */
  public double millis(Part part) {
    return millis.getOrDefault(part, 0.0);
  }
}
