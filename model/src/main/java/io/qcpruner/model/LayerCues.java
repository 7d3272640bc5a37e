package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.utility.Utility;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cues of one question at every decoder layer of an unpruned pass.
 *
 * @param layout the sequence; utilities are per candidate
 * @param anchors what the utility was conditioned on
 * @param layers one entry per layer: both cues and their fusion, without floor
 * @param keywords the same of single keywords at one layer, in the order of the prompt; empty if
 *     nobody asked
 */
public record LayerCues(
    TokenLayout layout, Anchors anchors, List<Utility> layers, Map<String, Utility> keywords) {
  public LayerCues {
    layers = List.copyOf(layers);
    keywords = Collections.unmodifiableMap(new LinkedHashMap<>(keywords));
  }
}
