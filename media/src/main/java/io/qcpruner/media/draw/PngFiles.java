package io.qcpruner.media.draw;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pictures that were drawn, as PNG files. */
public final class PngFiles {

  private PngFiles() {}

  /** The content of a PNG file; made in memory, where ImageIO by itself takes a temporary file. */
  public static byte[] bytes(BufferedImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IOException("no PNG writer for pictures of type " + image.getType());
      }
    }
    return bytes.toByteArray();
  }

  /** Writes a whole file or none; what goes wrong says which file and why, as ImageIO does not. */
  public static void write(BufferedImage image, Path file) throws IOException {
    byte[] bytes = bytes(image);
    try {
      Files.write(file, bytes);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
