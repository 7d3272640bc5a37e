package io.qcpruner.core.linalg;

import java.util.List;
import java.util.Optional;

/**
 * Offers kernels that need more than plain Java. Found through {@link java.util.ServiceLoader}; a
 * factory whose module is missing fails to load and the scalar kernels stay.
 */
public interface KernelFactory {

  /** All kernels of this factory, whether fast on this machine or not. */
  List<KernelSupport> all();

  /** The fastest one on this machine, if any beats plain Java. */
  Optional<KernelSupport> preferred();
}
