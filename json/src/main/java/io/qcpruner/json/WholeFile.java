package io.qcpruner.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes files atomically: a temporary file, then a rename. A failure says which file and why; the
 * JDK's disk-full error omits the path.
 */
public final class WholeFile {

  private WholeFile() {}

  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  public static void write(Path file, byte[] content) throws IOException {
    requireReplaceable(file);
    Path part = file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID() + ".part");
    try {
      Files.write(part, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw named(file, e);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Refuses places where no file can be put, before the work that makes its content. Folders and
   * devices are such places: a file that is moved there would replace an empty folder, or
   * /dev/null.
   */
  public static void requireReplaceable(Path file) throws IOException {
    String problem = null;
    if (file.getFileName() == null || file.toString().isEmpty()) {
      problem = "is not a file name";
    } else if (Files.isDirectory(file)) {
      problem = "is a folder";
    } else if (Files.exists(file) && !Files.isRegularFile(file)) {
      problem = "is not a regular file";
    } else if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
      problem = "its folder does not exist";
    }
    if (problem != null) {
      String shown = file.toString().isEmpty() ? "\"\"" : file.toString();
      throw new FileSystemException(shown, null, problem);
    }
  }

  /** What went wrong with a file; failures that say so already stay as they are. */
  public static IOException named(Path file, IOException e) {
    if (e instanceof FileSystemException) {
      return e;
    }
    FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
    named.initCause(e);
    return named;
  }
}
