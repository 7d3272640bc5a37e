package io.qcpruner.media.internal.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PngFilesTest {

  private final BufferedImage image = new BufferedImage(5, 3, BufferedImage.TYPE_INT_RGB);

  @Test
  void writesThePicture(@TempDir Path folder) throws Exception {
    image.setRGB(4, 2, 0x123456);
    Path file = folder.resolve("a.png");
    PngFiles.write(image, file);
    assertEquals(0xFF123456, ImageIO.read(file.toFile()).getRGB(4, 2));
  }

  /** ImageIO by itself takes a temporary file, which a full disk has no room for. */
  @Test
  void aPictureIsMadeInMemory(@TempDir Path folder) throws Exception {
    image.setRGB(4, 2, 0x123456);
    File usual = ImageIO.getCacheDirectory();
    File gone = Files.createDirectory(folder.resolve("gone")).toFile();
    ImageIO.setCacheDirectory(gone);
    try {
      Files.delete(gone.toPath());
      byte[] png = PngFiles.bytes(image);
      ImageIO.setCacheDirectory(usual);
      assertEquals(0xFF123456, ImageIO.read(new ByteArrayInputStream(png)).getRGB(4, 2));
    } finally {
      ImageIO.setCacheDirectory(usual);
    }
  }

  /** A device that is always full. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNamedAndLeavesNothing(@TempDir Path folder) throws Exception {
    Path file = Files.createSymbolicLink(folder.resolve("a.png"), Path.of("/dev/full"));
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> PngFiles.write(image, file));
    assertEquals(file.toString(), e.getFile());
    assertTrue(e.getReason().contains("No space left"), e.getReason());
    assertTrue(Files.notExists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS));
  }
}
