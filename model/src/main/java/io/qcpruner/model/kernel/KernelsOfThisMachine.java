package io.qcpruner.model.kernel;

import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The choice between vector code and scalar code, made once. */
final class KernelsOfThisMachine {

  /** Of 512-bit vectors. */
  private static final int COMMON_LANES = 16;

  private static final System.Logger LOG = System.getLogger(KernelsOfThisMachine.class.getName());

  static final ServingKernels<RowKernels> ROWS =
      vectors(RowKernels.class)
          .map(v -> ServingKernels.of(v, new LaneRowKernels(v.lanes()), RowKernelWarmUp::compiles))
          .orElseGet(() -> ServingKernels.only(new LaneRowKernels(COMMON_LANES)));

  /** Looked for only when a model has such weights. */
  static final class Int4 {
    static final Int4Kernels BEST = vectors(Int4Kernels.class).orElseGet(ScalarInt4Kernels::new);

    private Int4() {}
  }

  /** Looked for only when a model has such weights. */
  static final class Int8 {
    static final ServingKernels<Int8Kernels> CHOICE =
        vectors(Int8Kernels.class)
            .map(v -> ServingKernels.of(v, new ScalarInt8Kernels(), Int8KernelWarmUp::compiles))
            .orElseGet(() -> ServingKernels.only(new ScalarInt8Kernels()));

    private Int8() {}
  }

  private KernelsOfThisMachine() {}

  /** Vector code can't be loaded without its module. */
  static <T> Optional<T> vectors(Class<T> kind) {
    try {
      return ServiceLoader.load(kind, KernelsOfThisMachine.class.getClassLoader()).findFirst();
    } catch (ServiceConfigurationError | LinkageError e) {
      // the kernels of selection warn about the absent module; once is enough
      LOG.log(System.Logger.Level.DEBUG, "no vector kernels for new tokens: {0}", e.getMessage());
      return Optional.empty();
    }
  }
}
