package io.qcpruner.json;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads whole files, bounded while they are read: a device or a pipe does not tell its size. */
public final class BoundedFile {

  private BoundedFile() {}

  /** The content of a file that has at most this many bytes. */
  public static byte[] read(Path file, long maxBytes) throws JsonException {
    if (maxBytes < 0 || maxBytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("a file of " + maxBytes + " bytes does not fit an array");
    }
    if (Files.isDirectory(file)) {
      throw new JsonException(file.toString(), "is a folder");
    }
    try (InputStream in = Files.newInputStream(file)) {
      long size = Files.size(file);
      byte[] bytes = size > maxBytes ? new byte[0] : in.readNBytes((int) maxBytes);
      if (size > maxBytes || in.read() >= 0) {
        throw new JsonException(file.toString(), "has more than " + maxBytes + " bytes");
      }
      return bytes;
    } catch (JsonException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static JsonException unreadable(Path file, IOException e) {
    String problem =
        e instanceof NoSuchFileException
            ? "not found"
            : e instanceof AccessDeniedException ? "access denied" : "can't be read";
    return new JsonException(file.toString(), problem, e);
  }
}
