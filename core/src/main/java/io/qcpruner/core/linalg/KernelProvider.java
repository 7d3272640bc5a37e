package io.qcpruner.core.linalg;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Picks the kernels once at start. {@code -Dqcpruner.kernels=NAME} (scalar, vector-64, vector-128,
 * vector-256, vector-512) forces one, for comparisons.
 */
final class KernelProvider {

  private static final System.Logger LOG = System.getLogger(KernelProvider.class.getName());
  private static final String PROPERTY = "qcpruner.kernels";

  private KernelProvider() {}

  static KernelSupport pick() {
    String wanted = System.getProperty(PROPERTY);
    KernelSupport picked = wanted == null ? preferred() : named(wanted);
    LOG.log(Level.INFO, "kernels: {0}", picked.name());
    return picked;
  }

  /** Every implementation this virtual machine can load, scalar first. */
  static List<KernelSupport> all() {
    List<KernelSupport> all = new ArrayList<>();
    all.add(new ScalarKernels());
    KernelFactory factory = vectorFactory();
    if (factory != null) {
      all.addAll(factory.all());
    }
    return all;
  }

  private static KernelSupport preferred() {
    KernelFactory factory = vectorFactory();
    return factory == null ? new ScalarKernels() : factory.preferred();
  }

  private static KernelSupport named(String name) {
    for (KernelSupport support : all()) {
      if (support.name().equals(name)) {
        return support;
      }
    }
    throw new IllegalArgumentException("-D" + PROPERTY + "=" + name + " names no kernels");
  }

  private static KernelFactory vectorFactory() {
    try {
      return ServiceLoader.load(KernelFactory.class, KernelProvider.class.getClassLoader())
          .findFirst()
          .orElse(null);
    } catch (ServiceConfigurationError | NoClassDefFoundError e) {
      LOG.log(
          Level.WARNING,
          "kernels: scalar, many times slower, because module jdk.incubator.vector is absent;"
              + " add --add-modules jdk.incubator.vector");
      return null;
    }
  }
}
