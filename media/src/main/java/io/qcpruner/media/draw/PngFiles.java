package io.qcpruner.media.draw;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Pictures that were drawn, as PNG files. */
public final class PngFiles {

  private PngFiles() {}

  /** Writes a whole file or none; what goes wrong says which file and why, as ImageIO does not. */
  public static void write(BufferedImage image, Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (!ImageIO.write(image, "png", bytes)) {
      throw new IOException("no PNG writer for " + file);
    }
    try {
      Files.write(file, bytes.toByteArray());
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
