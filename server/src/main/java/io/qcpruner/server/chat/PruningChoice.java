package io.qcpruner.server.chat;

import io.qcpruner.core.anchor.AnchorSettings;
import java.util.List;

/**
 * What a request says about pruning.
 *
 * @param method a method's name, or {@link #NONE}
 * @param budget as people write it; null where the request and the server's defaults name none
 * @param settings the method's parameters as {@code name=value}
 */
public record PruningChoice(
    String method,
    String budget,
    List<String> settings,
    AnchorSettings anchors,
    ExplainLevel explain) {

  /** The name of the full model. */
  public static final String NONE = "none";

  /** Nothing is pruned and nothing explained. */
  public static final PruningChoice OFF =
      new PruningChoice(NONE, null, List.of(), AnchorSettings.ofPaper(), ExplainLevel.NONE);

  public PruningChoice {
    settings = List.copyOf(settings);
  }

  public boolean isOff() {
    return method.equals(NONE);
  }
}
