package io.qcpruner.core.linalg.simd;

import io.qcpruner.core.linalg.KernelFactory;
import io.qcpruner.core.linalg.KernelSupport;
import java.util.List;
import jdk.incubator.vector.FloatVector;

/** Kernels for each vector width. Loading this class fails without the incubator module. */
public final class VectorKernelFactory implements KernelFactory {

  @Override
  public List<KernelSupport> all() {
    return List.of(
        new Vector64Kernels(),
        new Vector128Kernels(),
        new Vector256Kernels(),
        new Vector512Kernels());
  }

  @Override
  public KernelSupport preferred() {
    return switch (FloatVector.SPECIES_PREFERRED.length()) {
      case 16 -> new Vector512Kernels();
      case 8 -> new Vector256Kernels();
      case 4 -> new Vector128Kernels();
      default -> new Vector64Kernels();
    };
  }
}
