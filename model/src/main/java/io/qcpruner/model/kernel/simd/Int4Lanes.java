package io.qcpruner.model.kernel.simd;

import io.qcpruner.model.kernel.Int4Matrix;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * What kernels for 4-bit weights share. Lanes of 16 bits hold outputs of one side of a panel. As
 * lanes of 32 bits they hold two each, from an even and an odd lane, and so do bf16 scales.
 *
 * <p>No operation on vectors is here: the compiler does not always inline a method that it has
 * compiled already, and vectors that cross such a call are objects.
 */
final class Int4Lanes {
  static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  static final int LANES = SHORTS.length();
  static final int PAIRS = INTS.length();
  static final int SIDE = Int4Matrix.SIDE;

  /** Bytes of four inputs of one side of a panel. */
  static final int STEP_BYTES = SIDE * Short.BYTES;

  private Int4Lanes() {}

  /**
   * Brings numbers of the lanes of one vector into the order of outputs.
   *
   * @param made numbers of even lanes, then of odd ones
   * @param y from index {@code at}, every second place: the other side of the panel has the others
   */
  static void spread(float[] made, int from, float[] y, int at) {
    for (int j = 0; j < PAIRS; j++) {
      y[at + 4 * j] = made[from + j];
      y[at + 4 * j + 2] = made[from + PAIRS + j];
    }
  }
}
