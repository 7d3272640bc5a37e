package io.qcpruner.server.chat;

import java.util.OptionalDouble;

/**
 * How tokens are chosen.
 *
 * @param temperature 0 for greedy
 * @param seed of the draws; drawn by the server when the client gave none
 * @param repetitionPenalty the checkpoint's own if empty
 */
public record SamplingChoice(
    double temperature, double topP, long seed, OptionalDouble repetitionPenalty) {

  /** The most likely token each time, with the checkpoint's penalty. */
  public static final SamplingChoice GREEDY = new SamplingChoice(0, 1, 0, OptionalDouble.empty());

  public boolean isGreedy() {
    return temperature == 0;
  }
}
