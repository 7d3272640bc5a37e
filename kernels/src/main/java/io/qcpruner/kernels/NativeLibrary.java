package io.qcpruner.kernels;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** The library of {@link NativeKernels}, which the build makes for the platform it runs on. */
final class NativeLibrary {
  private static final System.Logger LOG = System.getLogger(NativeLibrary.class.getName());

  private static final class Once {
    static final boolean LOADED = load(platform() + "/libqcpruner.so");
  }

  private NativeLibrary() {}

  /** False where there is none for this platform, or it can't be loaded, which is said once. */
  static boolean isLoaded() {
    return Once.LOADED;
  }

  /** Operating system and processor, as Maven's classifiers of native libraries name them. */
  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return (system.startsWith("mac") ? "macosx" : system.startsWith("windows") ? "windows" : system)
        + "-"
        + switch (processor) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64" -> "arm64";
          default -> processor;
        };
  }

  static boolean load(String resource) {
    try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
      if (library == null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "no native kernels for this platform: answers take longer");
        return false;
      }
      // where the libraries of the tensor engine are unpacked to, programs may be run from
      Path folder =
          Path.of(
              System.getProperty(
                  "org.bytedeco.javacpp.cachedir",
                  System.getProperty("user.home") + "/.javacpp/cache"));
      Files.createDirectories(folder);
      Path copy = Files.createTempFile(folder, "qcpruner-kernels", ".so");
      try {
        Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
        System.load(copy.toAbsolutePath().toString());
        return true;
      } finally {
        Files.delete(copy); // the process keeps what it has loaded
      }
    } catch (IOException | UnsatisfiedLinkError e) {
      LOG.log(
          System.Logger.Level.WARNING, "native kernels can't be loaded, answers take longer: " + e);
      return false;
    }
  }
}
