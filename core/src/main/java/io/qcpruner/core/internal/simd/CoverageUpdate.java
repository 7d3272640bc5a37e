package io.qcpruner.core.internal.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Raises a cover in vectors; every number is made by itself, so any width gives the same. */
final class CoverageUpdate {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private CoverageUpdate() {}

  static boolean run(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to) {
    FloatVector scales = FloatVector.broadcast(SPECIES, scale);
    boolean changed = false;
    int full = to - (to - from) % SPECIES.length();
    for (int i = from; i < full; i += SPECIES.length()) {
      FloatVector weight =
          FloatVector.fromArray(SPECIES, row, offset + i)
              .mul(FloatVector.fromArray(SPECIES, target, i))
              .mul(scales);
      FloatVector old = FloatVector.fromArray(SPECIES, cover, i);
      VectorMask<Float> higher = weight.compare(VectorOperators.GT, old);
      if (higher.anyTrue()) {
        old.blend(weight, higher).intoArray(cover, i);
        changed = true;
      }
    }
    for (int i = full; i < to; i++) {
      float weight = row[offset + i] * target[i] * scale;
      if (weight > cover[i]) {
        cover[i] = weight;
        changed = true;
      }
    }
    return changed;
  }
}
