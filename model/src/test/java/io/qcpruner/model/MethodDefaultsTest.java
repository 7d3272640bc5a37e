package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.core.method.MethodSpec;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodDefaultsTest {

  private static final Calibration LAYER = Calibration.ofLayer("f", "c", 5, "s");
  private static final Calibration RHO = Calibration.ofRho("f", "c", new BigDecimal("0.4"), "s");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "qcpruner | qcpruner:layer=5,rho=0.4",
        "qcpruner@64 | qcpruner:layer=5,rho=0.4@64",
        "qcpruner:rho=0 | qcpruner:layer=5,rho=0",
        "qcpruner:layer=1 | qcpruner:layer=1,rho=0.4",
        "fastv | fastv",
        "full | full",
      })
  void aMethodTakesTheValuesThatTheUserHasNotSet(String given, String expected) {
    assertEquals(expected, applied(LAYER.with(RHO), given));
  }

  @Test
  void whatWasNotCalibratedIsNotSet() {
    assertEquals("qcpruner:layer=5", applied(LAYER, "qcpruner"));
    assertEquals("qcpruner:rho=0.4", applied(RHO, "qcpruner"));
    MethodSpec plain = MethodSpec.of("qcpruner");
    assertEquals(plain, new MethodDefaults(Optional.empty()).applyTo(plain));
  }

  private static String applied(Calibration calibration, String method) {
    return new MethodDefaults(Optional.of(calibration))
        .applyTo(MethodSpec.parse(method))
        .toString();
  }
}
