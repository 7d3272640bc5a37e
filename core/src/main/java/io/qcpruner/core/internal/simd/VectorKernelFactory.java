package io.qcpruner.core.internal.simd;

import io.qcpruner.core.linalg.KernelFactory;
import io.qcpruner.core.linalg.KernelSupport;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import jdk.incubator.vector.FloatVector;

/** Kernels for each vector width. Its methods fail to link without the incubator module. */
public final class VectorKernelFactory implements KernelFactory {
  @Override
  public List<KernelSupport> all() {
    return IntStream.of(128, 256, 512).mapToObj(VectorKernelFactory::ofBits).toList();
  }

  @Override
  public Optional<KernelSupport> preferred() {
    int bits = preferredBits();
    boolean served = bits == 128 || bits == 256 || bits == 512;
    return served ? Optional.of(new VectorKernels()) : Optional.empty();
  }

  private static int preferredBits() {
    return FloatVector.SPECIES_PREFERRED.vectorBitSize();
  }

  private static KernelSupport ofBits(int bits) {
    return bits == preferredBits()
        ? new VectorKernels()
        : SpeciesOf.copy(VectorKernels.class, bits, KernelSupport.class);
  }
}
