package io.qcpruner.eval.calibrate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a calibration found, in a small file that the other commands accept.
 *
 * @param family the model family it was made with; a floor belongs to a family
 * @param checksum of the checkpoint it was made with, for the reader
 * @param layer zero-based pruning layer, null if not calibrated
 * @param rho utility floor, null if not calibrated
 * @param frames of the model's clips, null if it has the usual number; carried along
 * @param source data set and budget of each value, for the reader
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Calibration(
    int format,
    String family,
    String checksum,
    Integer layer,
    BigDecimal rho,
    Integer frames,
    String source) {

  private static final long MAX_BYTES = 1 << 20;
  private static final int FORMAT = 1;

  public Calibration {
    if (layer != null && layer < 0) {
      throw new IllegalArgumentException("layer must not be negative, not " + layer);
    }
    boolean outside = rho != null && (rho.signum() < 0 || rho.compareTo(BigDecimal.ONE) > 0);
    if (outside) {
      throw new IllegalArgumentException("rho must be in [0, 1], not " + rho);
    }
  }

  public static Calibration ofLayer(ModelCard model, int layer, String source) {
    return new Calibration(FORMAT, model.family(), model.checksum(), layer, null, null, source);
  }

  public static Calibration ofRho(ModelCard model, BigDecimal rho, String source) {
    return new Calibration(FORMAT, model.family(), model.checksum(), null, rho, null, source);
  }

  /** QCPruner with these parameters; what the user set himself wins, other methods stay. */
  public MethodSpec applyTo(MethodSpec method) {
    MethodSpec out = method;
    if (method.name().equals("qcpruner")) {
      out = layer == null ? out : out.withDefault("layer", layer.toString());
      out = rho == null ? out : out.withDefault("rho", rho.toString());
    }
    return out;
  }

  /** Refuses a file that was made for another family. */
  public Calibration requireFamily(String wanted) {
    if (!family.equals(wanted)) {
      throw new IllegalArgumentException(
          "the calibration was made for " + family + ", the model is " + wanted);
    }
    return this;
  }

  /** This file with the newer values of another. */
  public Calibration with(Calibration newer) {
    requireFamily(newer.family);
    return new Calibration(
        FORMAT,
        family,
        newer.checksum,
        newer.layer == null ? layer : newer.layer,
        newer.rho == null ? rho : newer.rho,
        newer.frames == null ? frames : newer.frames,
        source == null || source.equals(newer.source)
            ? newer.source
            : source + "; " + newer.source);
  }

  public static Calibration read(Path file) throws IOException {
    try {
      Calibration read = JsonReader.SNAKE_CASE.record(file, MAX_BYTES, Calibration.class);
      if (read.format != FORMAT || read.family == null) {
        throw new DataException(file.toString(), "is no calibration of format " + FORMAT);
      }
      return read;
    } catch (JsonException e) {
      throw new DataException(file + ": is no calibration file", e.getMessage(), e);
    }
  }

  /** Writes the file, keeping values of an existing one that this calibration does not have. */
  public void write(Path file) throws IOException {
    Calibration merged = Files.exists(file) ? read(file).with(this) : this;
    WholeFile.write(
        file, RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(merged));
  }
}
