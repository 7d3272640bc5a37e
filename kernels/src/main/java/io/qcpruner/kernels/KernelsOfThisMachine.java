package io.qcpruner.kernels;

import java.util.ArrayList;
import java.util.List;

/**
 * Picks the kernels once. {@code -Dqcpruner.native=NAME} (plain, avx2, avx512, vnni, neon, dotprod)
 * forces some, for comparisons.
 */
final class KernelsOfThisMachine {
  private static final String PROPERTY = "qcpruner.native";
  private static final System.Logger LOG = System.getLogger(KernelsOfThisMachine.class.getName());

  static final RowKernels CHOSEN = pick(System.getProperty(PROPERTY));

  private KernelsOfThisMachine() {}

  /** All that this machine can run, the fastest last. */
  static List<RowKernels> all() {
    List<RowKernels> all = new ArrayList<>();
    all.add(new PlainKernels());
    all.addAll(NativeKernels.ofThisMachine());
    return all;
  }

  /**
   * @param wanted the name of kernels, or null for the fastest
   */
  static RowKernels pick(String wanted) {
    List<RowKernels> all = all();
    RowKernels picked =
        wanted == null
            ? all.get(all.size() - 1)
            : all.stream()
                .filter(k -> k.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> unknown(wanted, all));
    LOG.log(System.Logger.Level.DEBUG, "kernels of models: {0}", picked.name());
    return picked;
  }

  private static IllegalArgumentException unknown(String wanted, List<RowKernels> all) {
    return new IllegalArgumentException(
        "-D%s=%s: this machine has %s"
            .formatted(PROPERTY, wanted, all.stream().map(RowKernels::name).toList()));
  }
}
