package io.qcpruner.cli.chat;

import io.qcpruner.natives.NativeFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jline.nativ.OSInfo;

/** JLine's native library, unpacked from the jar by us: JLine itself uses the temporary folder. */
final class JLineLibrary {
  private static final String FOLDER = "library.jline.path";
  private static final String NAME = "library.jline.name";

  private JLineLibrary() {}

  /** Unpacks the library and tells JLine where it is; a platform without one gets on without. */
  static void unpack() throws IOException {
    if (System.getProperty(FOLDER) != null) {
      return;
    }
    String folder = "/org/jline/nativ/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/";
    for (String name : List.of("libjlinenative.so", "libjlinenative.jnilib", "jlinenative.dll")) {
      try (InputStream in = OSInfo.class.getResourceAsStream(folder + name)) {
        if (in != null) {
          Path file = NativeFolder.ofThisUser().unpack(name, in.readAllBytes());
          System.setProperty(FOLDER, file.getParent().toString());
          System.setProperty(NAME, name);
        }
      }
    }
  }
}
