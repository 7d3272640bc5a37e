package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BlasTest {

  /** The build starts tests with MKL where it has it, as the launcher does. */
  @Test
  void isTheOneThatTheProcessWasStartedWith() {
    boolean mkl = "mkl_rt".equals(System.getProperty("org.bytedeco.openblas.load"));
    assertEquals(mkl ? Blas.MKL : Blas.OPENBLAS, Blas.chosen());
  }
}
