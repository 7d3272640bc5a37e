package io.qcpruner.media.internal.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoFrames;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is written is read again by the video decoder, every pixel as it was. */
final class AviFileTest {

  @Test
  void everyPixelComesBack() throws Exception {
    for (int[] size : new int[][] {{112, 112}, {5, 3}, {7, 1}, {2, 9}}) {
      List<BufferedImage> frames = frames(size[0], size[1], 5);
      byte[] file = AviFile.bytes(frames, 4);
      VideoFrames read =
          new MediaReader(MediaLimits.DEFAULT)
              .video(
                  new MediaSource.Bytes("clip", file),
                  new FrameSampling(5, true),
                  UnaryOperator.identity(),
                  AlphaPolicy.DROP);
      assertEquals(5, read.frames().size());
      assertEquals(4, read.averageFps(), 1e-9);
      for (int f = 0; f < 5; f++) {
        for (int y = 0; y < size[1]; y++) {
          for (int x = 0; x < size[0]; x++) {
            for (int c = 0; c < 3; c++) {
              int drawn = frames.get(f).getRGB(x, y) >> (16 - 8 * c) & 255;
              assertEquals(
                  drawn, read.frames().get(f).sample(x, y, c), "%d: %d, %d".formatted(f, x, y));
            }
          }
        }
      }
    }
  }

  @Test
  void framesHaveOneSize() {
    List<BufferedImage> frames = new ArrayList<>(frames(4, 4, 1));
    frames.addAll(frames(4, 5, 1));
    assertThrows(IllegalArgumentException.class, () -> AviFile.bytes(frames, 4));
  }

  private static List<BufferedImage> frames(int width, int height, int count) {
    Random random = new Random(7);
    List<BufferedImage> out = new ArrayList<>();
    for (int f = 0; f < count; f++) {
      BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          image.setRGB(x, y, random.nextInt(1 << 24));
        }
      }
      out.add(image);
    }
    return out;
  }
}
