package io.qcpruner.model;

import io.qcpruner.checkpoint.config.CalibrationFile;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.MethodSpec;
import java.util.Optional;

/**
 * What a checkpoint says about QCPruner's layer and floor; a user's own settings win.
 *
 * @param calibration the file beside the checkpoint
 */
public record MethodDefaults(Optional<CalibrationFile> calibration) {

  private static final String CALIBRATED = "qcpruner";

  /** The facts of a model with the checkpoint's values as defaults. */
  public BackboneFacts applyTo(BackboneFacts facts) {
    BackboneFacts out = facts;
    if (calibration.flatMap(CalibrationFile::layer).isPresent()) {
      out = out.withHookLayer(calibration.get().layer().get());
    }
    if (calibration.flatMap(CalibrationFile::rho).isPresent()) {
      out = out.withRho(calibration.get().rho().get().floatValue());
    }
    return out;
  }

  /**
   * Where layer and floor come from, as one line; empty for methods without a calibration.
   *
   * @param fromFile whether the user named a calibration file
   */
  public String origin(MethodSpec given, boolean fromFile) {
    if (!given.name().equals(CALIBRATED)) {
      return "";
    }
    String own = fromFile ? "given or from the calibration file that was named" : "given";
    boolean layer = calibration.flatMap(CalibrationFile::layer).isPresent();
    boolean rho = calibration.flatMap(CalibrationFile::rho).isPresent();
    return "layer "
        + origin(given.settings().has("layer"), layer, own)
        + ", rho "
        + origin(given.settings().has("rho"), rho, own);
  }

  private static String origin(boolean given, boolean calibrated, String own) {
    if (given) {
      return own;
    }
    return calibrated ? "from the model's calibration file" : "the default of its family";
  }
}
