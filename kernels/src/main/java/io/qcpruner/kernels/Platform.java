package io.qcpruner.kernels;

import java.util.Locale;

/**
 * Operating system and processor, named as classifiers of native libraries are.
 *
 * @param system linux, macosx, windows, or what the JDK calls it
 * @param processor x86_64, arm64, or what the JDK calls it
 */
record Platform(String system, String processor) {

  static Platform ofThisMachine() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Platform of(String osName, String osArch) {
    String system = osName.toLowerCase(Locale.ROOT);
    String processor = osArch.toLowerCase(Locale.ROOT);
    return new Platform(
        system.startsWith("mac") ? "macosx" : system.startsWith("windows") ? "windows" : system,
        switch (processor) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm64";
          default -> processor;
        });
  }

  String name() {
    return system + "-" + processor;
  }

  /** What the library is called there. */
  String fileName() {
    return switch (system) {
      case "windows" -> "qcpruner.dll";
      case "macosx" -> "libqcpruner.dylib";
      default -> "libqcpruner.so";
    };
  }

  /** Where the library lies in the jar, below this package. */
  String library() {
    return name() + "/" + fileName();
  }
}
