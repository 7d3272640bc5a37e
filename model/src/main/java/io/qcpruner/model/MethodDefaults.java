package io.qcpruner.model;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.MethodSpec;
import java.util.Optional;

/**
 * What a calibration says about QCPruner's layer and floor; a user's own settings win.
 *
 * @param calibration the file beside the checkpoint, or one that the user named
 */
public record MethodDefaults(Optional<Calibration> calibration) {

  private static final String CALIBRATED = "qcpruner";

  /** The facts of a model with the calibrated values as defaults. */
  public BackboneFacts applyTo(BackboneFacts facts) {
    BackboneFacts out = facts;
    if (calibration.flatMap(Calibration::layer).isPresent()) {
      out = out.withHookLayer(calibration.get().layer().get());
    }
    if (calibration.flatMap(Calibration::rho).isPresent()) {
      out = out.withRho(calibration.get().rho().get().floatValue());
    }
    return out;
  }

  /** QCPruner with the calibrated values that the user has not set; other methods stay. */
  public MethodSpec applyTo(MethodSpec given) {
    if (!given.name().equals(CALIBRATED)) {
      return given;
    }
    MethodSpec out = given;
    if (calibration.flatMap(Calibration::layer).isPresent()) {
      out = out.withDefault("layer", calibration.get().layer().get().toString());
    }
    if (calibration.flatMap(Calibration::rho).isPresent()) {
      out = out.withDefault("rho", calibration.get().rho().get().toString());
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
    boolean layer = calibration.flatMap(Calibration::layer).isPresent();
    boolean rho = calibration.flatMap(Calibration::rho).isPresent();
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
