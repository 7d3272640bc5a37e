package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.utility.Utility;
import java.util.List;

/**
 * The cues of one question at every decoder layer of an unpruned pass.
 *
 * @param layout the sequence; utilities are per candidate
 * @param anchors what the utility was conditioned on
 * @param layers one entry per layer: both cues and their fusion, without floor
 */
public record LayerCues(TokenLayout layout, Anchors anchors, List<Utility> layers) {
  public LayerCues {
    layers = List.copyOf(layers);
  }
}
