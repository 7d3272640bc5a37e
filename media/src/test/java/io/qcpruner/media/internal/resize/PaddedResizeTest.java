package io.qcpruner.media.internal.resize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.qcpruner.media.RgbImage;
import io.qcpruner.testkit.Seeded;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class PaddedResizeTest {

  private static final int[] COLOUR = {122, 116, 104};

  @Test
  void equalsResizingTheWholeSquare(Random random) {
    int[][] sizes = {
      {1, 1},
      {1, 2},
      {2, 1},
      {7, 3},
      {3, 50},
      {50, 3},
      {1, 900},
      {900, 1},
      {336, 200},
      {200, 336},
      {336, 336},
      {500, 333},
      {333, 500},
      {24, 24},
      {1000, 999}
    };
    for (int[] size : sizes) {
      byte[] rgb = new byte[3 * size[0] * size[1]];
      random.nextBytes(rgb);
      RgbImage image = new RgbImage(size[0], size[1], rgb);
      for (int to : new int[] {1, 24, 336}) {
        assertArrayEquals(
            naive(image, to).rgb(),
            PaddedResize.square(image, to, COLOUR).rgb(),
            size[0] + "x" + size[1] + " to " + to);
      }
    }
  }

  /** Makes the square and filters all of it. */
  private static RgbImage naive(RgbImage image, int size) {
    int side = Math.max(image.width(), image.height());
    RgbImage square =
        RgbImage.filled(side, side, COLOUR[0], COLOUR[1], COLOUR[2])
            .paste(image, (side - image.width()) / 2, (side - image.height()) / 2);
    return Bicubic.resize(square, size, size);
  }

  @Test
  void thinImageCostsLittle() {
    // filtering the padding too took eleven seconds
    for (int[] size : new int[][] {{2, 32_768}, {32_768, 2}}) {
      RgbImage thin = RgbImage.filled(size[0], size[1], 1, 2, 3);
      assertTimeoutPreemptively(
          Duration.ofSeconds(3), () -> PaddedResize.square(thin, 336, COLOUR));
    }
  }
}
