package io.qcpruner.core.method;

import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A built-in method.
 *
 * @param obstacles why a backbone can't be served, if it can't
 * @param factory makes the method with the backbone's defaults and what the user set
 */
record MethodEntry(
    String name,
    String summary,
    List<Setting<?>> settings,
    Function<BackboneFacts, Optional<String>> obstacles,
    BiFunction<BackboneFacts, Settings, Pruner> factory)
    implements PruningMethod {

  MethodEntry {
    settings = List.copyOf(settings);
  }

  @Override
  public Optional<String> obstacle(BackboneFacts backbone) {
    return obstacles.apply(backbone);
  }

  @Override
  public Pruner create(BackboneFacts backbone, Settings set) {
    return factory.apply(backbone, set);
  }
}
