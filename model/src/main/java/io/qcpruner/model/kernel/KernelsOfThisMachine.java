package io.qcpruner.model.kernel;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/** The choice between vector code and scalar code, made once. */
final class KernelsOfThisMachine {

  /** Of 512-bit vectors. */
  private static final int COMMON_LANES = 16;

  private static final System.Logger LOG = System.getLogger(KernelsOfThisMachine.class.getName());

  static final Map<RowKernels.Use, ServingKernels<RowKernels>> ROWS = rows();

  /** Looked for only when a model has such weights. */
  static final class Int4 {
    static final Map<Int4Kernels.Use, ServingKernels<Int4Kernels>> CHOICES =
        byUse(
            Int4Kernels.Use.class,
            vectors(Int4Kernels.class),
            new ScalarInt4Kernels(),
            Int4KernelWarmUp::of);

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

  private static Map<RowKernels.Use, ServingKernels<RowKernels>> rows() {
    Optional<RowKernels> vector = vectors(RowKernels.class);
    RowKernels twin = new LaneRowKernels(vector.map(RowKernels::lanes).orElse(COMMON_LANES));
    return byUse(RowKernels.Use.class, vector, twin, RowKernelWarmUp::of);
  }

  /** A choice of its own for each use. */
  private static <U extends Enum<U>, K> Map<U, ServingKernels<K>> byUse(
      Class<U> uses, Optional<K> vector, K twin, Function<U, ServingKernels.WarmUp<K>> warmUps) {
    Map<U, ServingKernels<K>> made = new EnumMap<>(uses);
    for (U use : uses.getEnumConstants()) {
      made.put(
          use,
          vector
              .map(v -> ServingKernels.of(v, twin, warmUps.apply(use)))
              .orElseGet(() -> ServingKernels.only(twin)));
    }
    return Collections.unmodifiableMap(made);
  }

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
