package io.qcpruner.model;

import io.qcpruner.checkpoint.config.CalibrationFile;
import io.qcpruner.core.method.Setting;
import io.qcpruner.core.method.Settings;
import java.util.Optional;

/**
 * What a checkpoint says about QCPruner's layer and floor; a user's own settings win.
 *
 * @param calibration the file beside the checkpoint
 */
public record MethodDefaults(Optional<CalibrationFile> calibration) {

  private static final String CALIBRATED = "qcpruner";

  /** The settings with the checkpoint's values where the user has set none. */
  public Settings complete(String method, Settings given) {
    Settings out = given;
    if (method.equals(CALIBRATED) && calibration.isPresent()) {
      CalibrationFile file = calibration.get();
      if (file.layer().isPresent()) {
        out = out.withDefault(Setting.LAYER, file.layer().get());
      }
      if (file.rho().isPresent()) {
        out = out.withDefault(Setting.RHO, file.rho().get());
      }
    }
    return out;
  }

  /**
   * Where layer and floor come from, as one line; empty for methods without a calibration.
   *
   * @param fromFile whether the user named a calibration file
   */
  public String origin(String method, Settings given, boolean fromFile) {
    if (!method.equals(CALIBRATED)) {
      return "";
    }
    String own = fromFile ? "given or from --calibration" : "given";
    boolean layer = calibration.flatMap(CalibrationFile::layer).isPresent();
    boolean rho = calibration.flatMap(CalibrationFile::rho).isPresent();
    return "layer "
        + origin(given.has(Setting.LAYER), layer, own)
        + ", rho "
        + origin(given.has(Setting.RHO), rho, own);
  }

  private static String origin(boolean given, boolean calibrated, String own) {
    if (given) {
      return own;
    }
    return calibrated ? "from the model's calibration file" : "the default of its family";
  }
}
