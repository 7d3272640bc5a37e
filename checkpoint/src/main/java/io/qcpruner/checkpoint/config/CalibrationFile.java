package io.qcpruner.checkpoint.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * QCPruner's layer and floor for one checkpoint, in a file beside it that {@code calibrate} writes,
 * and how long its clips are.
 *
 * @param layer zero-based pruning layer, if calibrated
 * @param rho utility floor, if calibrated
 * @param frames that a clip is sampled to, if the model was made for another number than usual
 * @param file where it was read
 */
public record CalibrationFile(
    Optional<Integer> layer, Optional<Double> rho, Optional<Integer> frames, Path file) {

  /** The name that every command looks for in a checkpoint folder. */
  public static final String NAME = "qcpruner_calibration.json";

  private static final int FORMAT = 1;
  private static final int MOST_FRAMES = 1024;

  /**
   * The file beside a checkpoint; empty if there is none.
   *
   * @param family id of the model's family
   * @param layers of its decoder
   */
  public static Optional<CalibrationFile> beside(Path folder, String family, int layers)
      throws IOException {
    Path file = folder.resolve(NAME);
    return Files.exists(file) ? Optional.of(read(file, family, layers)) : Optional.empty();
  }

  private static CalibrationFile read(Path file, String family, int layers) throws IOException {
    ConfigNode root = ConfigNode.read(file);
    if (root.integer("format", 0) != FORMAT) {
      throw new ConfigException(file + ": is no calibration of format " + FORMAT);
    }
    String made = root.text("family", "");
    if (!made.equals(family)) {
      throw new ConfigException(file + ": was made for " + made + ", the model is " + family);
    }
    Optional<Integer> layer = Optional.empty();
    if (root.has("layer")) {
      int value = root.integer("layer", 0);
      if (value < 0 || value >= layers) {
        throw new ConfigException(
            "%s: layer must be 0 to %d, not %d".formatted(file, layers - 1, value));
      }
      layer = Optional.of(value);
    }
    Optional<Double> rho = Optional.empty();
    if (root.has("rho")) {
      double value = root.number("rho", 0);
      if (!(value >= 0 && value <= 1)) {
        throw new ConfigException(file + ": rho must be in [0, 1], not " + value);
      }
      rho = Optional.of(value);
    }
    return new CalibrationFile(layer, rho, frames(root, file), file);
  }

  private static Optional<Integer> frames(ConfigNode root, Path file) throws IOException {
    if (!root.has("frames")) {
      return Optional.empty();
    }
    int value = root.integer("frames", 0);
    if (value < 1 || value > MOST_FRAMES) {
      throw new ConfigException(
          "%s: frames must be 1 to %d, not %d".formatted(file, MOST_FRAMES, value));
    }
    return Optional.of(value);
  }
}
