package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BlasTest {

  /** As the launcher sets it, as the docs tell how to undo that, and by file. */
  @Test
  void isTheLibraryToLoad() {
    assertEquals(Blas.MKL, Blas.named("mkl_rt"));
    assertEquals(Blas.MKL, Blas.named("/opt/lib/libmkl_rt.so.2"));
    assertEquals(Blas.OPENBLAS, Blas.named(""));
    assertEquals(Blas.OPENBLAS, Blas.named("openblas"));
  }

  @Test
  void onlyMklServesManyThreads() {
    assertTrue(Blas.MKL.servesManyThreads());
    assertFalse(Blas.OPENBLAS.servesManyThreads());
  }
}
