package io.qcpruner.media.internal.resize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.RgbImage;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class BicubicTest {

  private static final int[] ROW = {10, 200, 30, 90, 250, 0};

  @Test
  void oneRowGivesTheVectorsOfTheSpecification() {
    assertRow(93, 117);
    assertRow(95, 100, 123);
    assertRow(83, 90, 143, 94);
    assertRow(46, 149, 41, 211, 45);
    assertRow(4, 177, 89, 39, 157, 215, 0);
    assertRow(0, 109, 190, 49, 39, 116, 246, 127, 0);
  }

  private static void assertRow(int... expected) {
    RgbImage wide = Bicubic.resize(grey(ROW.length, 1, ROW), expected.length, 1);
    RgbImage high = Bicubic.resize(grey(1, ROW.length, ROW), 1, expected.length);
    for (int c = 0; c < 3; c++) {
      int[] row = new int[expected.length];
      int[] column = new int[expected.length];
      for (int i = 0; i < expected.length; i++) {
        row[i] = wide.sample(i, 0, c);
        column[i] = high.sample(0, i, c);
      }
      assertArrayEquals(expected, row);
      assertArrayEquals(expected, column);
    }
    assertArrayEquals(expected, NaiveBicubic.resizeRow(ROW, expected.length));
  }

  @Test
  void bothAxesGiveTheImageOfTheSpecification() {
    int[] samples = new int[20];
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 5; x++) {
        samples[5 * y + x] = (37 * x * x + 91 * y + 13 * x * y) % 256;
      }
    }
    int[] expected = {32, 99, 121, 171, 108, 155, 92, 194, 196};
    assertEquals(grey(3, 3, expected), Bicubic.resize(grey(5, 4, samples), 3, 3));
  }

  @Test
  void equalsTheNaiveTwinOnOddSizes(Random random) {
    int[][] sizes = {
      {1, 1, 1, 1},
      {1, 1, 7, 5},
      {13, 9, 1, 1},
      {2, 3, 3, 2},
      {31, 17, 31, 40},
      {17, 31, 64, 31},
      {100, 75, 33, 33},
      {207, 3, 56, 56},
      {3, 207, 56, 56},
      {640, 5, 13, 5}
    };
    for (int[] s : sizes) {
      RgbImage image = noise(random, s[0], s[1]);
      assertEquals(NaiveBicubic.resize(image, s[2], s[3]), Bicubic.resize(image, s[2], s[3]));
    }
  }

  @Test
  void manyThreadsGiveTheSameBytes(Random random) {
    RgbImage image = noise(random, 900, 701);
    assertEquals(NaiveBicubic.resize(image, 336, 333), Bicubic.resize(image, 336, 333));
  }

  @Test
  void windowIsACropOfTheWhole(Random random) {
    int[][] windows = {{50, 60, 7, 9, 20, 30}, {23, 60, 3, 0, 20, 60}, {50, 19, 0, 5, 50, 14}};
    RgbImage image = noise(random, 23, 19);
    for (int[] w : windows) {
      assertEquals(
          Bicubic.resize(image, w[0], w[1]).crop(w[2], w[3], w[4], w[5]),
          Bicubic.resizeWindow(image, w[0], w[1], w[2], w[3], w[4], w[5]));
    }
  }

  @Test
  void constantImagesStayConstant(Random random) {
    for (int i = 0; i < 20; i++) {
      int v = random.nextInt(256);
      RgbImage image = RgbImage.filled(1 + random.nextInt(90), 1 + random.nextInt(90), v, v, v);
      int width = 1 + random.nextInt(90);
      int height = 1 + random.nextInt(90);
      assertEquals(RgbImage.filled(width, height, v, v, v), Bicubic.resize(image, width, height));
    }
  }

  @Test
  void refusesSizesThatMakeNoImage() {
    RgbImage image = RgbImage.filled(4, 4, 1, 2, 3);
    assertThrows(IllegalArgumentException.class, () -> Bicubic.resize(image, 0, 4));
    assertThrows(IllegalArgumentException.class, () -> Bicubic.resize(image, 4, -1));
    assertThrows(IllegalArgumentException.class, () -> Bicubic.resize(image, 1 << 20, 4));
    assertThrows(
        IllegalArgumentException.class, () -> Bicubic.resizeWindow(image, 8, 8, 4, 4, 5, 4));
  }

  private static RgbImage grey(int width, int height, int[] samples) {
    byte[] rgb = new byte[3 * samples.length];
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] = (byte) samples[i / 3];
    }
    return new RgbImage(width, height, rgb);
  }

  private static RgbImage noise(Random random, int width, int height) {
    byte[] rgb = new byte[3 * width * height];
    random.nextBytes(rgb);
    return new RgbImage(width, height, rgb);
  }
}
