package io.qcpruner.eval.reproduce;

import io.qcpruner.eval.preset.Preset;
import java.util.List;

/**
 * A part of the paper's evaluation for one model.
 *
 * @param key name on the command line
 * @param presets tables to run; none when the part can't be had
 * @param missing why the model can't give the part; empty when it can
 */
public record Part(String key, List<Preset> presets, String missing) {

  public Part {
    presets = List.copyOf(presets);
    if (presets.isEmpty() == missing.isEmpty()) {
      throw new IllegalArgumentException("part " + key + " needs tables or a reason without them");
    }
  }

  static Part of(String key, Preset... presets) {
    return new Part(key, List.of(presets), "");
  }

  static Part missing(String key, String reason) {
    return new Part(key, List.of(), reason);
  }
}
