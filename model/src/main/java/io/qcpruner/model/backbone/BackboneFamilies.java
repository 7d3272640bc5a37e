package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.core.registry.NamedServices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The families on the class path; one that can't be loaded is left out with a warning. */
public final class BackboneFamilies {
  private static final NamedServices<BackboneFamily> SERVICES =
      load(BackboneFamilies.class.getClassLoader());
  private static final List<BackboneFamily> ALL = SERVICES.all();
  private static final String QUANTIZED = "quantization_config";

  private BackboneFamilies() {}

  static NamedServices<BackboneFamily> load(ClassLoader loader) {
    return NamedServices.load("family", BackboneFamily.class, loader, BackboneFamily::id);
  }

  /** All families in the order of their registration. */
  public static List<BackboneFamily> all() {
    return ALL;
  }

  /** Reads the configuration of a checkpoint that holds its own vision tower. */
  public static BackboneSpec read(Path folder) throws IOException {
    return read(ConfigFiles.read(folder));
  }

  /** Reads a configuration that has no other files, such as a generator is about to write. */
  public static BackboneSpec parse(String json) throws IOException {
    return read(ConfigFiles.parse(json));
  }

  /** Reads a configuration with the family that recognises it. */
  public static BackboneSpec read(ConfigFiles files) throws IOException {
    refuseQuantized(files.config());
    return of(files.config()).read(files);
  }

  /** Their weights lie in the file in forms that no reader here knows. */
  private static void refuseQuantized(ConfigNode config) throws ConfigException {
    String place = config.hasObject(QUANTIZED) ? "" : "text_config.";
    ConfigNode holder = place.isEmpty() ? config : config.object("text_config");
    if (!holder.hasObject(QUANTIZED)) {
      return;
    }
    String method = holder.object(QUANTIZED).text("quant_method", "unnamed");
    throw new ConfigException(
        ("%s: %s%s: weights quantized by the method %s (such as fp8, awq, gptq or bitsandbytes) are"
                + " not read; take the checkpoint with 16-bit weights and --weights int8 or int4,"
                + " or pack it once with qcpruner pack")
            .formatted(config.file(), place, QUANTIZED, method));
  }

  /** The one family that recognises a configuration. */
  public static BackboneFamily of(ConfigNode config) throws IOException {
    List<BackboneFamily> found = new ArrayList<>();
    for (BackboneFamily family : ALL) {
      if (family.recognises(config)) {
        found.add(family);
      }
    }
    if (found.isEmpty()) {
      throw unknown(config);
    }
    if (found.size() > 1) {
      throw new ConfigException(
          "%s: several families claim this configuration: %s"
              .formatted(
                  config.file(),
                  found.stream().map(BackboneFamily::id).collect(Collectors.joining(", "))));
    }
    return found.get(0);
  }

  /** The published size of that name. */
  public static ModelShape shape(String id) {
    List<ModelShape> shapes = shapes();
    return shapes.stream()
        .filter(shape -> shape.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown shape %s; known are %s"
                        .formatted(
                            id,
                            shapes.stream()
                                .map(ModelShape::id)
                                .collect(Collectors.joining(", ")))));
  }

  /** The published sizes of all families. */
  public static List<ModelShape> shapes() {
    return ALL.stream().flatMap(family -> family.shapes().stream()).toList();
  }

  /** Checkpoints that people use, of all families. */
  public static List<PublishedModel> published() {
    return ALL.stream().flatMap(family -> family.published().stream()).toList();
  }

  private static ConfigException unknown(ConfigNode config) throws ConfigException {
    String known =
        ALL.stream()
            .flatMap(family -> family.modelTypes().stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ", "", SERVICES.leftOut()));
    String type = config.text("model_type", "");
    return type.isEmpty()
        ? new ConfigException(config.file() + ": model_type is missing; known are " + known)
        : new ConfigException(
            "%s: unknown model_type %s; known are %s".formatted(config.file(), type, known));
  }
}
