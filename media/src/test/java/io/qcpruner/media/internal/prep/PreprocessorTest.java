package io.qcpruner.media.internal.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.LlavaPreprocessor.Fit;
import io.qcpruner.media.internal.resize.NaiveBicubic;
import io.qcpruner.testkit.Seeded;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class PreprocessorTest {

  @Test
  void padEqualsPaddingTheWholeSquareFirst(Random random) {
    for (int[] size : new int[][] {{70, 31}, {31, 70}, {150, 2}, {1, 149}, {56, 56}, {56, 3}}) {
      RgbImage image = noise(random, size[0], size[1]);
      int side = Math.max(size[0], size[1]);
      RgbImage square =
          RgbImage.filled(side, side, 122, 116, 104)
              .paste(image, (side - size[0]) / 2, (side - size[1]) / 2);
      LlavaPreprocessor pad = new LlavaPreprocessor(Fit.PAD, 56, Normalization.CLIP);
      assertEquals(NaiveBicubic.resize(square, 56, 56), pad.view(image));
    }
  }

  @Test
  void cropEqualsResizingTheWholeImageFirst(Random random) {
    for (int[] size : new int[][] {{70, 31}, {31, 70}, {100, 56}, {56, 56}, {9, 8}}) {
      RgbImage image = noise(random, size[0], size[1]);
      int shortEdge = Math.min(size[0], size[1]);
      int w = size[0] <= size[1] ? 56 : (int) (56.0 * size[0] / shortEdge);
      int h = size[0] <= size[1] ? (int) (56.0 * size[1] / shortEdge) : 56;
      RgbImage expected = NaiveBicubic.resize(image, w, h).crop((w - 56) / 2, (h - 56) / 2, 56, 56);
      assertEquals(expected, new LlavaPreprocessor(Fit.CROP, 56, Normalization.CLIP).view(image));
    }
  }

  @Test
  void longThinImagesNeedLittleMemory() {
    RgbImage line = RgbImage.filled(32_768, 1, 9, 9, 9);
    for (Fit fit : Fit.values()) {
      Pixels pixels = new LlavaPreprocessor(fit, 336, Normalization.CLIP).apply(line);
      assertArrayEquals(new int[] {3, 336, 336}, pixels.shape());
    }
    // no canvas shows a single whole pixel row, so the first of the small ones is taken
    assertEquals(3, LlavaNextPreprocessor.original().apply(line).layout().views());
  }

  @Test
  void normalizationIsDoneInTheGivenTypes() {
    float v = (float) (200 * 0.00392156862745098);
    assertEquals((v - 0.4578275f) / 0.26130258f, Normalization.CLIP.value(1, 200));
    assertEquals((v - 0.5f) / 0.5f, Normalization.SIGLIP.value(2, 200));
    assertEquals(-1f, Normalization.SIGLIP.value(0, 0));
    assertEquals(1f, Normalization.SIGLIP.value(0, 255));
  }

  @Test
  void nextStacksTheBaseViewAndTheTilesRowByRow() {
    int[][] pinpoints = {{28, 28}};
    AnyRes anyRes =
        AnyRes.of(14, 14, pinpoints, AnyRes.PinpointOrder.WIDTH_HEIGHT, AnyRes.Rounding.TRUNCATE);
    // four quarters of one colour each, the size of the canvas
    RgbImage image = RgbImage.filled(28, 28, 0, 0, 0);
    for (int q = 0; q < 4; q++) {
      image = image.paste(RgbImage.filled(14, 14, 60 * q, 0, 0), 14 * (q % 2), 14 * (q / 2));
    }
    LlavaNextPreprocessor.Views views =
        new LlavaNextPreprocessor(anyRes, Normalization.SIGLIP).apply(image);
    assertArrayEquals(new int[] {5, 3, 14, 14}, views.pixels().shape());
    for (int q = 0; q < 4; q++) {
      float red = views.pixels().data()[(q + 1) * 3 * 14 * 14];
      assertEquals(Normalization.SIGLIP.value(0, 60 * q), red);
    }
  }

  @Test
  void qwenPatchOrderIsTheReferenceLoop(Random random) throws Exception {
    RgbImage first = noise(random, 84, 56);
    RgbImage second = noise(random, 84, 56);
    RgbImage third = noise(random, 84, 56);
    QwenPreprocessor prep =
        new QwenPreprocessor(
            Optional.of(new SmartResize(28, 784, 84 * 56, false)), 28, 14, Normalization.CLIP);
    assertPatches(prep.apply(first), List.of(first, first));
    assertPatches(prep.applyVideo(List.of(first, second)), List.of(first, second));
    assertPatches(
        prep.applyVideo(List.of(first, second, third)), List.of(first, second, third, third));
  }

  private static void assertPatches(QwenPreprocessor.Patches patches, List<RgbImage> frames) {
    assertEquals(frames.size() / 2, patches.gridTime());
    assertEquals(4, patches.gridHeight());
    assertEquals(6, patches.gridWidth());
    assertEquals(6 * patches.gridTime(), patches.tokens());
    assertArrayEquals(new int[] {24 * patches.gridTime(), 1176}, patches.pixels().shape());
    int i = 0;
    for (int t = 0; t < patches.gridTime(); t++) {
      for (int blockRow = 0; blockRow < 2; blockRow++) {
        for (int blockColumn = 0; blockColumn < 3; blockColumn++) {
          for (int r = 0; r < 2; r++) {
            for (int c = 0; c < 2; c++) {
              for (int k = 0; k < 1176; k++) {
                RgbImage frame = frames.get(2 * t + k / 196 % 2);
                int x = 14 * (2 * blockColumn + c) + k % 14;
                int y = 14 * (2 * blockRow + r) + k / 14 % 14;
                int channel = k / 392;
                assertEquals(
                    Normalization.CLIP.value(channel, frame.sample(x, y, channel)),
                    patches.pixels().data()[i++]);
              }
            }
          }
        }
      }
    }
  }

  @Test
  void fixedLayoutHas1296Tokens() throws Exception {
    QwenPreprocessor.Patches patches =
        QwenPreprocessor.fixed1008().apply(RgbImage.filled(64, 48, 255, 0, 0));
    assertArrayEquals(new int[] {5184, 1176}, patches.pixels().shape());
    assertEquals(72, patches.gridHeight());
    assertEquals(72, patches.gridWidth());
    assertEquals(1296, patches.tokens());
  }

  @Test
  void refusesEmptyClipsAndOddSizes() {
    assertThrows(
        IllegalArgumentException.class, () -> LlavaVideoPreprocessor.siglip384().apply(List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> QwenPreprocessor.fixed1008().applyVideo(List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new QwenPreprocessor(Optional.empty(), 1000, 14, Normalization.CLIP));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Normalization(new float[3], new float[] {1, 0, 1}));
  }

  private static RgbImage noise(Random random, int width, int height) {
    byte[] rgb = new byte[3 * width * height];
    random.nextBytes(rgb);
    return new RgbImage(width, height, rgb);
  }
}
