package io.qcpruner.pocket;

import io.qcpruner.natives.UserCache;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Unpacks resources to a folder. The folder is written beside its place and renamed, so it is there
 * as a whole or not at all, also when several processes unpack at once. A folder that is already
 * there is used only if the content of every file is that of its resource.
 */
final class EmbeddedFiles {

  private EmbeddedFiles() {}

  static Path unpack(String root, List<String> names, Path folder) throws IOException {
    if (isComplete(root, names, folder)) {
      return folder;
    }
    Path parent = folder.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    Path own = Files.createTempDirectory(parent, "unpacking", UserCache.ownerOnly(folder));
    try {
      for (String name : names) {
        Files.createDirectories(own.resolve(name).getParent());
        write(own.resolve(name), bytes(root + name));
      }
      publish(own, root, names, folder);
    } finally {
      if (Files.exists(own)) {
        TemporaryFolder.delete(own);
      }
    }
    return folder;
  }

  private static void publish(Path own, String root, List<String> names, Path folder)
      throws IOException {
    try {
      Files.move(own, folder, StandardCopyOption.ATOMIC_MOVE);
      return;
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      // another process was faster, or files there were changed
      if (isComplete(root, names, folder)) {
        return;
      }
    } catch (java.nio.file.FileSystemException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    for (String name : names) {
      if (!isSame(root + name, folder.resolve(name))) {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.move(
            own.resolve(name),
            folder.resolve(name),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isComplete(String root, List<String> names, Path folder)
      throws IOException {
    for (String name : names) {
      if (!isSame(root + name, folder.resolve(name))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a file has a resource's content; a link is never taken for the file it points to. */
  private static boolean isSame(String resource, Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    byte[] wanted = bytes(resource);
    return Files.size(file) == wanted.length && Arrays.equals(Files.readAllBytes(file), wanted);
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.CREATE_NEW);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** A short name for content: a sum that is quick also in code that is not yet compiled. */
  static String shortName(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return "%08x-%d".formatted(sum.getValue(), bytes.length);
  }

  static byte[] bytes(String resource) throws IOException {
    try (InputStream in = EmbeddedFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException("the embedded model lacks " + resource);
      }
      return in.readAllBytes();
    }
  }
}
