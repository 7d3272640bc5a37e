package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.weights.CanonicalNames;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A model family: recognises its checkpoints and says everything that differs from other families.
 * Families are found by {@link java.util.ServiceLoader}; {@link BackboneFamilies} holds them.
 */
public interface BackboneFamily {

  /** Short name in files and on the command line, such as {@code llava-1.5}. */
  String id();

  /** Name in messages, such as {@code LLaVA-1.5}. */
  String label();

  /** The {@code model_type} values of its configurations, for messages. */
  List<String> modelTypes();

  /** Whether a configuration is one of this family's. */
  boolean recognises(ConfigNode config) throws IOException;

  /** Reads a configuration that {@link #recognises} accepted. */
  BackboneSpec read(ConfigFiles files) throws IOException;

  /** The separate vision tower that a configuration names, such as a hub's ORG/NAME. */
  default Optional<String> namedTower(ConfigNode config) throws IOException {
    return Optional.empty();
  }

  /**
   * Whether a configuration with a tied head says so itself; otherwise a head in the files counts.
   */
  default boolean saysTied(ConfigNode config) throws IOException {
    return true;
  }

  /** The canonical form of a tensor's name in a file. */
  default String canonicalName(String fileName) {
    return CanonicalNames.of(fileName);
  }

  /** Published sizes, for measurements on generated weights. */
  default List<ModelShape> shapes() {
    return List.of();
  }

  /** Checkpoints of this family that people use. */
  default List<PublishedModel> published() {
    return List.of();
  }
}
