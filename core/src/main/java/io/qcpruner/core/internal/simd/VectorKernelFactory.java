package io.qcpruner.core.internal.simd;

import io.qcpruner.core.linalg.KernelFactory;
import io.qcpruner.core.linalg.KernelSupport;
import java.util.List;
import java.util.Optional;
import jdk.incubator.vector.FloatVector;

/** Kernels for each vector width. Its methods fail to link without the incubator module. */
public final class VectorKernelFactory implements KernelFactory {

  @Override
  public List<KernelSupport> all() {
    return List.of(new Vector128Kernels(), new Vector256Kernels(), new Vector512Kernels());
  }

  @Override
  public Optional<KernelSupport> preferred() {
    return switch (FloatVector.SPECIES_PREFERRED.length()) {
      case 16 -> Optional.of(new Vector512Kernels());
      case 8 -> Optional.of(new Vector256Kernels());
      case 4 -> Optional.of(new Vector128Kernels());
      default -> Optional.empty();
    };
  }
}
