package io.qcpruner.core.internal.simd;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector width of a class. The class itself has the width that this machine prefers; copies of
 * it, defined from the same bytes as hidden classes, have others. So every copy's species is a
 * constant for the compiler.
 */
final class SpeciesOf {

  private SpeciesOf() {}

  /** The width of the class that looks up, in bits. */
  static int bits(Lookup self) {
    try {
      Integer bits = MethodHandles.classData(self, ConstantDescs.DEFAULT_NAME, Integer.class);
      return bits == null ? FloatVector.SPECIES_PREFERRED.vectorBitSize() : bits;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An instance of a copy of the class for another width. */
  static <T> T copy(Class<? extends T> type, int bits, Class<T> as) {
    try (InputStream file = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      Lookup copy =
          MethodHandles.lookup().defineHiddenClassWithClassData(file.readAllBytes(), bits, true);
      return as.cast(copy.lookupClass().getDeclaredConstructor().newInstance());
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("vector kernels of " + bits + " bits", e);
    }
  }

  static VectorSpecies<Float> floats(int bits) {
    return VectorSpecies.of(float.class, VectorShape.forBitSize(bits));
  }

  static VectorSpecies<Double> doubles(int bits) {
    return VectorSpecies.of(double.class, VectorShape.forBitSize(bits));
  }
}
