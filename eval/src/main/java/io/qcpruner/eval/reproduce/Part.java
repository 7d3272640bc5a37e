package io.qcpruner.eval.reproduce;

import io.qcpruner.eval.preset.Preset;
import java.util.List;
import java.util.Optional;

/**
 * A part of the paper's evaluation for one model.
 *
 * @param key name on the command line
 * @param presets tables to run; none when the part can't be had
 * @param layers the layer-stability protocol, for the part that is made of it
 * @param missing why the model can't give the part; empty when it can
 */
public record Part(String key, List<Preset> presets, Optional<LayerSweep> layers, String missing) {

  /**
   * Agreement of every layer with late ones.
   *
   * @param task calibration task
   * @param topK tokens of the overlap
   */
  public record LayerSweep(String task, int topK) {}

  public Part {
    presets = List.copyOf(presets);
    boolean work = !presets.isEmpty() || layers.isPresent();
    if (work != missing.isEmpty()) {
      throw new IllegalArgumentException("part " + key + " needs tables or a reason without them");
    }
  }

  static Part of(String key, Preset... presets) {
    return new Part(key, List.of(presets), Optional.empty(), "");
  }

  static Part layers(String task, int topK) {
    return new Part("layers", List.of(), Optional.of(new LayerSweep(task, topK)), "");
  }

  static Part missing(String key, String reason) {
    return new Part(key, List.of(), Optional.empty(), reason);
  }
}
