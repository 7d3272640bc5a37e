package io.qcpruner.core.linalg;

import java.lang.System.Logger.Level;
import java.lang.module.ModuleFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Picks the kernels once at start. {@code -Dqcpruner.kernels=NAME} (scalar, vector-128, vector-256,
 * vector-512) forces one, for comparisons.
 */
final class KernelProvider {

  private static final System.Logger LOG = System.getLogger(KernelProvider.class.getName());
  private static final String PROPERTY = "qcpruner.kernels";
  private static final String MODULE = "jdk.incubator.vector";

  private KernelProvider() {}

  /** The kernels to serve in the end; scalar ones where there are no others. */
  static KernelSupport pick() {
    String wanted = System.getProperty(PROPERTY);
    KernelSupport picked = wanted == null ? preferred() : named(wanted);
    LOG.log(Level.DEBUG, "kernels: {0}", picked.name());
    return picked;
  }

  /** Whether the user asked for certain kernels, which then serve from the start. */
  static boolean isForced() {
    return System.getProperty(PROPERTY) != null;
  }

  /** Every implementation this virtual machine can load, scalar first. */
  static List<KernelSupport> all() {
    List<KernelSupport> all = new ArrayList<>();
    all.add(new ScalarKernels());
    try {
      factory().ifPresent(factory -> all.addAll(factory.all()));
    } catch (ServiceConfigurationError | LinkageError e) {
      LOG.log(Level.DEBUG, "no vector kernels: {0}", e.getMessage());
    }
    return all;
  }

  private static KernelSupport preferred() {
    try {
      return factory().flatMap(KernelFactory::preferred).orElseGet(ScalarKernels::new);
    } catch (ServiceConfigurationError | LinkageError e) {
      boolean there = ModuleFinder.ofSystem().find(MODULE).isPresent();
      // a program that uses the library did nothing wrong; our own commands say what to do
      LOG.log(
          Level.DEBUG,
          "kernels: scalar, many times slower, because "
              + (there
                  ? "module " + MODULE + " is absent; add --add-modules " + MODULE
                  : "this Java runtime has no module " + MODULE));
      return new ScalarKernels();
    }
  }

  private static KernelSupport named(String name) {
    List<KernelSupport> all = all();
    return all.stream()
        .filter(support -> support.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "-D%s=%s names no kernels; this runtime has %s"
                        .formatted(
                            PROPERTY, name, all.stream().map(KernelSupport::name).toList())));
  }

  /** Loading the factory may fail, and so may each of its methods: without the module. */
  private static Optional<KernelFactory> factory() {
    return ServiceLoader.load(KernelFactory.class, KernelProvider.class.getClassLoader())
        .findFirst();
  }
}
