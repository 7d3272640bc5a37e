package io.qcpruner.checkpoint.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * QCPruner's layer and floor for one model, and how long its clips are: a small file that {@code
 * calibrate} writes, that lies beside a checkpoint or is named by the user.
 *
 * @param family the model family it was made with; a floor belongs to a family
 * @param checksum of the checkpoint it was made with, for people
 * @param layer zero-based pruning layer, if calibrated
 * @param rho utility floor, if calibrated; as decimal digits, because methods are named by them
 * @param frames that a clip is sampled to, if the model was made for another number than usual
 * @param source data set and budget of each value, for people
 */
public record Calibration(
    String family,
    Optional<String> checksum,
    Optional<Integer> layer,
    Optional<BigDecimal> rho,
    Optional<Integer> frames,
    Optional<String> source) {

  /** The name that every command looks for in a checkpoint folder. */
  public static final String FILE_NAME = "qcpruner_calibration.json";

  private static final long MAX_BYTES = 1 << 20;
  private static final int FORMAT = 1;
  private static final int MAX_FRAMES = 1024;
  private static final FieldList NO_OTHER_FIELDS = new FieldList(Set.of(), Map.of());

  public Calibration {
    if (layer.isPresent() && layer.get() < 0) {
      throw new IllegalArgumentException("layer must not be negative, not " + layer.get());
    }
    if (rho.filter(r -> r.signum() < 0 || r.compareTo(BigDecimal.ONE) > 0).isPresent()) {
      throw new IllegalArgumentException("rho must be in [0, 1], not " + rho.get());
    }
    if (frames.filter(f -> f < 1 || f > MAX_FRAMES).isPresent()) {
      throw new IllegalArgumentException(
          "frames must be 1 to %d, not %d".formatted(MAX_FRAMES, frames.get()));
    }
  }

  /** What a calibration of the layer found. */
  public static Calibration ofLayer(String family, String checksum, int layer, String source) {
    return new Calibration(
        family,
        Optional.of(checksum),
        Optional.of(layer),
        Optional.empty(),
        Optional.empty(),
        Optional.of(source));
  }

  /** What a calibration of the floor found. */
  public static Calibration ofRho(String family, String checksum, BigDecimal rho, String source) {
    return new Calibration(
        family,
        Optional.of(checksum),
        Optional.empty(),
        Optional.of(rho),
        Optional.empty(),
        Optional.of(source));
  }

  /**
   * The file beside a checkpoint; empty if there is none.
   *
   * @param family id of the model's family
   * @param layers of its decoder
   */
  public static Optional<Calibration> beside(Path folder, String family, int layers)
      throws IOException {
    Path file = folder.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Calibration read = read(file);
    try {
      return Optional.of(read.requireFamily(family).requireLayerOf(layers));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(file + ": " + e.getMessage(), e);
    }
  }

  /** Reads a file; fields that are unknown here may be misspelt ones, so they are refused. */
  public static Calibration read(Path file) throws IOException {
    ConfigNode root = parsed(file);
    if (root.integer("format", 0) != FORMAT) {
      throw new ConfigException(file + ": is not a calibration of format " + FORMAT);
    }
    if (!root.has("family")) {
      throw new ConfigException(file + ": family is missing");
    }
    try {
      Calibration read =
          new Calibration(
              root.text("family", ""),
              Optional.ofNullable(root.text("checksum", null)),
              integer(root, "layer"),
              root.decimal("rho"),
              integer(root, "frames"),
              Optional.ofNullable(root.text("source", null)));
      NO_OTHER_FIELDS.refuseRest(root);
      return read;
    } catch (IllegalArgumentException e) {
      throw new ConfigException(file + ": " + e.getMessage(), e);
    }
  }

  private static ConfigNode parsed(Path file) throws IOException {
    byte[] text = BoundedFile.read(file, MAX_BYTES);
    try {
      return ConfigNode.parse(file, text);
    } catch (ConfigException e) {
      throw new ConfigException(file + ": is not a calibration file: " + e.getMessage(), e);
    }
  }

  private static Optional<Integer> integer(ConfigNode root, String field) throws ConfigException {
    return root.has(field) ? Optional.of(root.integer(field, 0)) : Optional.empty();
  }

  /** Refuses a calibration that was made for another family. */
  public Calibration requireFamily(String wanted) {
    if (!family.equals(wanted)) {
      throw new IllegalArgumentException(
          "the calibration was made for " + family + ", the model is " + wanted);
    }
    return this;
  }

  private Calibration requireLayerOf(int layers) {
    if (layer.filter(l -> l >= layers).isPresent()) {
      throw new IllegalArgumentException(
          "layer must be 0 to %d, not %d".formatted(layers - 1, layer.get()));
    }
    return this;
  }

  /** This calibration with the newer values of another. */
  public Calibration with(Calibration newer) {
    requireFamily(newer.family);
    return new Calibration(
        family,
        newer.checksum,
        newer.layer.or(() -> layer),
        newer.rho.or(() -> rho),
        newer.frames.or(() -> frames),
        joined(source, newer.source));
  }

  private static Optional<String> joined(Optional<String> old, Optional<String> more) {
    if (old.isEmpty() || more.isEmpty() || old.equals(more)) {
      return more.or(() -> old);
    }
    return Optional.of(old.get() + "; " + more.get());
  }

  /** Writes the file, keeping values of an existing one that this calibration does not have. */
  public void write(Path file) throws IOException {
    Calibration merged = Files.exists(file) ? read(file).with(this) : this;
    WholeFile.write(file, merged.json().toPrettyString());
  }

  private ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("format", FORMAT).put("family", family);
    checksum.ifPresent(value -> json.put("checksum", value));
    layer.ifPresent(value -> json.put("layer", value));
    rho.ifPresent(value -> json.put("rho", value));
    frames.ifPresent(value -> json.put("frames", value));
    source.ifPresent(value -> json.put("source", value));
    return json;
  }
}
