package io.qcpruner.model;

import io.qcpruner.core.registry.NamedServices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A model inside a jar on the class path, opened by its name. Found as a service. */
public interface NamedModel {

  /** The name that {@link VisionLanguageModel#open(String)} understands. */
  String name();

  /** The model's folder, unpacked when it is not there yet. */
  Path unpack() throws IOException;

  /** Names of all embedded models on the class path. */
  static List<String> names() {
    return services().names();
  }

  /** The folder of an embedded model; empty if none has that name. */
  static Optional<Path> unpack(String name) throws IOException {
    NamedServices<NamedModel> known = services();
    return known.names().contains(name)
        ? Optional.of(known.named(name).unpack())
        : Optional.empty();
  }

  private static NamedServices<NamedModel> services() {
    return NamedServices.load("model", NamedModel.class, List.of(), NamedModel::name);
  }
}
