package io.qcpruner.server.chat;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.PromptCounts;
import io.qcpruner.model.SeenVisual;
import io.qcpruner.model.prune.PruneStep;
import java.util.List;
import java.util.Optional;

/**
 * What pruning did to a prompt; known when the prompt has been read.
 *
 * @param method what was asked for
 * @param counts tokens, rows and bytes
 * @param steps what the method decided at each of its stages
 * @param visuals how the model looks at the pictures and clips, in the order of the prompt
 * @param anchors query anchors, for methods that use them
 */
public record PruningFacts(
    MethodSpec method,
    PromptCounts counts,
    List<PruneStep> steps,
    List<SeenVisual> visuals,
    Optional<Anchors> anchors,
    Optional<Explanation> explanation) {

  public PruningFacts {
    steps = List.copyOf(steps);
    visuals = List.copyOf(visuals);
  }
}
