package io.qcpruner.core.method;

import io.qcpruner.core.prune.Pruner;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A method in the registry.
 *
 * @param name name on the command line
 * @param summary one line for lists
 * @param settings what a user may set
 * @param obstacle why a backbone can't be served, if it can't
 * @param factory makes the method with the backbone's defaults and what the user set
 */
public record MethodEntry(
    String name,
    String summary,
    List<Setting<?>> settings,
    Function<Backbone, Optional<String>> obstacle,
    BiFunction<Backbone, Settings, Pruner> factory) {

  public MethodEntry {
    settings = List.copyOf(settings);
  }

  /** Makes the method, or says why it can't be. */
  public Pruner create(Backbone backbone, Settings set) {
    Optional<String> reason = obstacle.apply(backbone);
    if (reason.isPresent()) {
      throw new IllegalArgumentException(
          name + " can't serve " + backbone.kind().label() + ": " + reason.get());
    }
    set.requireOnly(settings, name);
    int layer = set.get(Setting.LAYER, 0);
    if (layer < 0 || layer >= backbone.decoderLayers()) {
      throw new IllegalArgumentException(
          "layer %d is out of range: the decoder has layers 0 to %d"
              .formatted(layer, backbone.decoderLayers() - 1));
    }
    return factory.apply(backbone, set);
  }
}
