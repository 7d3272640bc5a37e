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
 * @param figures samples of the qualitative figures, as task:number; none in other parts
 * @param missing why the model can't give the part; empty when it can
 */
public record Part(
    String key,
    List<Preset> presets,
    Optional<LayerSweep> layers,
    List<String> figures,
    String missing) {

  /**
   * Agreement of every layer with late ones.
   *
   * @param task calibration task
   * @param topK tokens of the overlap
   * @param samples that it needs whatever the limit of a run, because fewer are noise; 0 for as
   *     many as the run takes
   */
  public record LayerSweep(String task, int topK, int samples) {}

  public Part {
    presets = List.copyOf(presets);
    figures = List.copyOf(figures);
    boolean work = !presets.isEmpty() || layers.isPresent() || !figures.isEmpty();
    if (work != missing.isEmpty()) {
      throw new IllegalArgumentException("part " + key + " needs tables or a reason without them");
    }
  }

  static Part of(String key, Preset... presets) {
    return new Part(key, List.of(presets), Optional.empty(), List.of(), "");
  }

  static Part layers(String task, int topK, int samples) {
    LayerSweep sweep = new LayerSweep(task, topK, samples);
    return new Part("layers", List.of(), Optional.of(sweep), List.of(), "");
  }

  static Part figures(String... samples) {
    return new Part("figures", List.of(), Optional.empty(), List.of(samples), "");
  }

  static Part missing(String key, String reason) {
    return new Part(key, List.of(), Optional.empty(), List.of(), reason);
  }
}
