package io.qcpruner.text.internal.check;

import java.util.ServiceLoader;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The logging of the tokenizer library. Where a program brings no provider for SLF4J, its lines go
 * nowhere; SLF4J would warn of that on standard error, and nobody who uses our library needs to
 * know.
 */
final class LibraryLogging {
  private static final String VERBOSITY = "slf4j.internal.verbosity";

  private LibraryLogging() {}

  /** To be called before the library's first class is loaded. */
  static void begin() {
    ClassLoader loader = LoggerFactory.class.getClassLoader();
    boolean provided =
        ServiceLoader.load(SLF4JServiceProvider.class, loader).stream().findAny().isPresent();
    if (!provided && System.getProperty(VERBOSITY) == null) {
      System.setProperty(VERBOSITY, "ERROR");
      try {
        LoggerFactory.getILoggerFactory();
      } finally {
        System.clearProperty(VERBOSITY);
      }
    }
  }
}
