package io.qcpruner.media.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.UnaryOperator;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An image in memory, a file of it, its bytes and its address are the same picture. */
class BufferedPixelsTest {
  private static final MediaReader READER = new MediaReader(MediaLimits.DEFAULT);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      ints = {
        BufferedImage.TYPE_INT_RGB,
        BufferedImage.TYPE_INT_ARGB,
        BufferedImage.TYPE_3BYTE_BGR,
        BufferedImage.TYPE_4BYTE_ABGR,
        BufferedImage.TYPE_BYTE_GRAY,
        BufferedImage.TYPE_USHORT_GRAY,
        BufferedImage.TYPE_BYTE_INDEXED
      })
  void memoryAndFileAgree(int type) throws IOException {
    BufferedImage image = drawn(type);
    Path file = folder.resolve("picture.png");
    ImageIO.write(image, "png", file.toFile());
    for (AlphaPolicy alpha : AlphaPolicy.values()) {
      RgbImage expected = READER.image(MediaSource.of(file), alpha);
      assertEquals(expected, READER.image(MediaSource.of(image), alpha), alpha.name());
      assertEquals(expected, READER.image(MediaSource.of(Files.readAllBytes(file)), alpha));
      assertEquals(expected, READER.image(MediaSource.of(file.toUri()), alpha));
    }
  }

  @Test
  void aPartOfALargerImageIsThatPart() throws IOException {
    BufferedImage whole = drawn(BufferedImage.TYPE_BYTE_GRAY);
    BufferedImage part = whole.getSubimage(3, 2, 4, 5);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(part, "png", out);
    assertEquals(
        READER.image(MediaSource.of(out.toByteArray()), AlphaPolicy.DROP),
        READER.image(MediaSource.of(part), AlphaPolicy.DROP));
  }

  @Test
  void limitsHold() {
    MediaReader strict = new MediaReader(MediaLimits.DEFAULT.withImagePixels(10));
    MediaSource image = MediaSource.of(drawn(BufferedImage.TYPE_INT_RGB));
    assertThrows(MediaException.class, () -> strict.image(image, AlphaPolicy.DROP));
  }

  @Test
  void anImageIsNoClip() {
    MediaSource image = MediaSource.of(drawn(BufferedImage.TYPE_INT_RGB));
    assertThrows(
        MediaException.class,
        () -> READER.video(image, FrameSampling.PAPER, UnaryOperator.identity(), AlphaPolicy.DROP));
  }

  private static BufferedImage drawn(int type) {
    BufferedImage image = new BufferedImage(11, 9, type);
    Random random = new Random(7);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        image.setRGB(x, y, random.nextInt());
      }
    }
    return image;
  }
}
