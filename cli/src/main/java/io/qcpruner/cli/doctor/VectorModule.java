package io.qcpruner.cli.doctor;

import java.lang.module.ModuleFinder;
import java.util.Optional;

/** The JDK's module of vector operations, which a Java runtime may lack or leave out. */
public final class VectorModule {
  private static final String NAME = "jdk.incubator.vector";

  private VectorModule() {}

  /** What to do where tokens are selected without vector operations; empty where they are used. */
  public static Optional<String> remedy() {
    if (ModuleLayer.boot().findModule(NAME).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        ModuleFinder.ofSystem().find(NAME).isPresent()
            ? "start Java with --add-modules " + NAME
            : "this Java runtime has no module " + NAME + "; a JDK has it");
  }
}
