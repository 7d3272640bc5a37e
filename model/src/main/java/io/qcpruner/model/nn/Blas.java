package io.qcpruner.model.nn;

/** The library that multiplies floats for the engine. */
public enum Blas {
  MKL,
  OPENBLAS;

  /** The one this process was started with. */
  public static Blas chosen() {
    return named(System.getProperty("org.bytedeco.openblas.load", ""));
  }

  /** By the library that JavaCPP is told to load; its own choice is OpenBLAS. */
  static Blas named(String library) {
    return library.contains("mkl") ? MKL : OPENBLAS;
  }

  /** Whether calls from several threads run side by side, or wait for each other. */
  public boolean servesManyThreads() {
    return this == MKL;
  }
}
