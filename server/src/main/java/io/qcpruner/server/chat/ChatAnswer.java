package io.qcpruner.server.chat;

import java.util.List;

/**
 * A finished answer.
 *
 * @param text without blanks at either end; the pieces the listener got, joined
 * @param promptTokens rows of the prompt before pruning, visual ones included
 * @param imageTokens the visual ones
 * @param cachedTokens rows of the prompt that an earlier request left ready in the decoder
 * @param visionCache {@code hit}, {@code miss}, {@code joined}, {@code off}, or {@code none}
 *     without media
 */
public record ChatAnswer(
    String text,
    Finish finish,
    int promptTokens,
    int imageTokens,
    int completionTokens,
    int cachedTokens,
    PruningFacts pruning,
    List<StageTime> times,
    String visionCache) {

  public ChatAnswer {
    times = List.copyOf(times);
  }

  /** Why an answer ended. */
  public enum Finish {
    STOP,
    LENGTH
  }

  /**
   * Time of one part of a request.
   *
   * @param stage lower-case name, the same for every request
   */
  public record StageTime(String stage, double millis) {}
}
