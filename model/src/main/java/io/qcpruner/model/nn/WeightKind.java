package io.qcpruner.model.nn;

import io.qcpruner.kernels.CacheType;
import java.util.Locale;

/** How the large matrices are kept. */
public enum WeightKind {
  /** In their stored type, shared with the file. */
  STORED,
  /** As 16-bit floats, rounded when the model is opened if they have more digits. */
  HALF,
  /** Rounded to 8 bits in turned blocks of 64 when the model is opened. */
  INT8,
  /** Most of the decoder's layers rounded to 4 bits in groups of 32, all others to 8. */
  INT4;

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * How a matrix of this name is kept. Four bits are for the decoder's layers, which are most of a
   * model. The output head decides every token and has 8, as towers have; so have the values of
   * attention, a small matrix that loses more than all others of its layer together.
   */
  public WeightKind of(String matrix) {
    boolean coarse = matrix.startsWith("lm.layers.") && !matrix.contains(".v_proj");
    return this == INT4 && !coarse ? INT8 : this;
  }

  /** Keys and values beside such weights have about as many digits, at least 8 bits. */
  public CacheType caches() {
    return switch (this) {
      case STORED -> CacheType.F32;
      case HALF -> CacheType.F16;
      case INT8, INT4 -> CacheType.INT8;
    };
  }

  /** By the name of the command line. */
  public static WeightKind named(String name) {
    return switch (name) {
      case "stored" -> STORED;
      case "half" -> HALF;
      case "int8" -> INT8;
      case "int4" -> INT4;
      default ->
          throw new IllegalArgumentException(
              "weights must be stored, half, int8 or int4, not " + name);
    };
  }
}
