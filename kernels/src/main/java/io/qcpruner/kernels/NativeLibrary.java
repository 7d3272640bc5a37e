package io.qcpruner.kernels;

import io.qcpruner.natives.NativeFolder;
import java.io.IOException;
import java.io.InputStream;

/** The library of {@link NativeKernels} for this platform, out of the jar. */
final class NativeLibrary {
  private static final System.Logger LOG = System.getLogger(NativeLibrary.class.getName());

  private static final class Once {
    static final boolean LOADED = load(Platform.ofThisMachine());
  }

  private NativeLibrary() {}

  /** False where there is none for this platform, or it can't be loaded, which is said once. */
  static boolean isLoaded() {
    return Once.LOADED;
  }

  static boolean load(Platform platform) {
    try (InputStream library = NativeLibrary.class.getResourceAsStream(platform.library())) {
      if (library == null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "no native kernels for {0}: answers take longer",
            platform.name());
        return false;
      }
      load(platform, library.readAllBytes());
      if (NativeCalls.layout() != NativeCalls.LAYOUT) {
        throw new UnsatisfiedLinkError("the library in the jar belongs to another version");
      }
      return true;
    } catch (IOException | UnsatisfiedLinkError e) {
      LOG.log(
          System.Logger.Level.WARNING, "native kernels can't be loaded, answers take longer: " + e);
      return false;
    }
  }

  private static void load(Platform platform, byte[] library) throws IOException {
    try {
      System.load(NativeFolder.ofThisUser().unpack(platform.fileName(), library).toString());
    } catch (UnsatisfiedLinkError e) {
      // the user's folder may be on a file system from which no programs are run
      System.load(NativeFolder.temporary().unpack(platform.fileName(), library).toString());
    }
  }
}
