package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Image files into memory. */
public final class ImageFiles {

  private ImageFiles() {}

  /** The bytes of a file that is not over the limit. */
  public static byte[] read(Path file, MediaLimits limits) throws IOException {
    String source = file.toString();
    if (!Files.exists(file)) {
      throw new MediaException(source, "no such file");
    }
    if (!Files.isRegularFile(file)) {
      throw new MediaException(source, "not a file");
    }
    // one byte more than allowed tells a file that grows while it is read
    int limit = (int) limits.maxImageBytes() + 1;
    if (Files.size(file) >= limit) {
      throw new MediaException(
          source, "file of " + Files.size(file) + " bytes is over " + limits.maxImageBytes());
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] data = in.readNBytes(limit);
      if (data.length == limit) {
        throw new MediaException(source, "file is over " + limits.maxImageBytes() + " bytes");
      }
      return data;
    } catch (MediaException | FileSystemException e) {
      throw e;
    } catch (IOException e) {
      // a failing disk or device: the system's words alone do not say which file
      throw new MediaException(source, "can't be read: " + e.getMessage(), e);
    }
  }
}
