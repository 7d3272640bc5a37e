package io.qcpruner.server.chat;

import java.util.List;
import java.util.Optional;

/**
 * What pruning did to a request; known when the prompt has been read.
 *
 * @param method name, or {@code none}
 * @param label method and variant as a table would print it
 * @param parameters what was in force
 * @param budget what was asked for; null without a method
 * @param total visual tokens before pruning
 * @param kept visual tokens behind the last stage
 * @param rowsPerLayer rows in each layer's cache after the prompt
 * @param cacheBytes native bytes of all caches after the prompt
 */
public record PruningFacts(
    String method,
    String label,
    String parameters,
    String budget,
    int total,
    int kept,
    long[] rowsPerLayer,
    long cacheBytes,
    List<StageFacts> stages,
    Optional<AnchorFacts> anchors,
    Optional<Explanation> explanation) {

  public PruningFacts {
    stages = List.copyOf(stages);
  }
}
