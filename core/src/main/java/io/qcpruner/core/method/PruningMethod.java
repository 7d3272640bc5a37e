package io.qcpruner.core.method;

import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import java.util.List;
import java.util.Optional;

/**
 * A method that commands, evaluation and server offer by name. Name the implementing class in
 * {@code META-INF/services/io.qcpruner.core.method.PruningMethod} of a jar on the class path and it
 * is found; it needs a constructor without arguments. docs/write-your-own-method.md shows one.
 */
public interface PruningMethod {

  /** Name on the command line: small letters, digits and hyphens. */
  String name();

  /** One line for lists. */
  String summary();

  /** What a user may set. */
  default List<Setting<?>> settings() {
    return List.of();
  }

  /**
   * Why a model can't be served, if it can't. That a signal is missing is noticed without this;
   * this is for better words and other reasons.
   */
  default Optional<String> obstacle(BackboneFacts backbone) {
    return Optional.empty();
  }

  /**
   * Makes the method for a model.
   *
   * @param settings only declared ones, each with a text that its setting can read
   */
  Pruner create(BackboneFacts backbone, Settings settings);
}
