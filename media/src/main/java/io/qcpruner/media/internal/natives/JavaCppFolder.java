package io.qcpruner.media.internal.natives;

import io.qcpruner.natives.NativeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where JavaCPP unpacks libraries: the user's own folder, unless JavaCPP's setting names another.
 */
final class JavaCppFolder {
  /** JavaCPP's setting; it reads it once in a process. */
  private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

  private JavaCppFolder() {}

  /** The folder, made if necessary; JavaCPP uses no other from here on. */
  static Path ofThisProcess() throws IOException {
    String wanted = System.getProperty(PROPERTY, "");
    Path folder =
        wanted.isEmpty() ? NativeFolder.ofThisUser().path().resolve("javacpp") : Path.of(wanted);
    Files.createDirectories(folder);
    System.setProperty(PROPERTY, folder.toString());
    return folder;
  }
}
