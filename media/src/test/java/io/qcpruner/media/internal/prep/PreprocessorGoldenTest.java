package io.qcpruner.media.internal.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.media.Goldens;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.LlavaPreprocessor.Fit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bit for bit the arrays of Pillow and of the Hugging Face processors, on odd sizes. */
class PreprocessorGoldenTest {
  private static final Normalization HALF = Normalization.SIGLIP;

  static Stream<Arguments> goldens() {
    return Goldens.table("preprocess.tsv").stream()
        .map(row -> Arguments.of(row[0], row[1], row[2], row[3], row[4]));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void equalsTheReference(String profile, String size, String shape, String crc, String samples)
      throws MediaException {
    int width = Integer.parseInt(size.split("x")[0]);
    int height = Integer.parseInt(size.split("x")[1]);
    Pixels pixels = run(profile, width, height);
    assertArrayEquals(
        Stream.of(shape.split("x")).mapToInt(Integer::parseInt).toArray(), pixels.shape());
    // single samples first: a difference in them says more than a checksum
    for (String sample : samples.split(",")) {
      String[] indexAndBits = sample.split(":");
      float expected = Float.intBitsToFloat(Integer.parseUnsignedInt(indexAndBits[1], 16));
      assertEquals(expected, pixels.data()[Integer.parseInt(indexAndBits[0])], sample);
    }
    assertEquals(crc, crc(pixels));
  }

  private static Pixels run(String profile, int width, int height) throws MediaException {
    RgbImage image = drawn(width, height, 0);
    List<RgbImage> frames = List.of(image, drawn(width, height, 1), drawn(width, height, 2));
    return switch (profile) {
      case "llava-pad" -> LlavaPreprocessor.pad336().apply(image);
      case "llava-crop" -> new LlavaPreprocessor(Fit.CROP, 336, Normalization.CLIP).apply(image);
      case "next-original" -> LlavaNextPreprocessor.original().apply(image).pixels();
      case "next-hf" ->
          new LlavaNextPreprocessor(AnyRes.huggingFace(), Normalization.CLIP).apply(image).pixels();
      case "onevision-several" -> several(frames.subList(0, 2));
      case "video-384" -> LlavaVideoPreprocessor.siglip384().apply(frames);
      case "qwen-fixed" -> QwenPreprocessor.fixed1008().apply(image).pixels();
      case "qwen-3136" -> QwenPreprocessor.nativeSize(3136, 1003520).apply(image).pixels();
      case "qwen-200704" -> QwenPreprocessor.nativeSize(200704, 1605632).apply(image).pixels();
      case "qwen3" ->
          new QwenPreprocessor(
                  Optional.of(new SmartResize(32, 65536, 1327104, false)), 32, 16, HALF)
              .apply(image)
              .pixels();
      case "qwen-jpeg" ->
          QwenPreprocessor.nativeSize(3136, 1003520).withJpegRoundTrip(true).apply(image).pixels();
      case "qwen-video" -> QwenPreprocessor.nativeSize(3136, 1003520).applyVideo(frames).pixels();
      case "internvl-1-12" -> new RatioTiles(56, 1, 12, HALF).picture(image).pixels();
      case "internvl-3-6" -> new RatioTiles(56, 3, 6, HALF).picture(image).pixels();
      case "internvl-1-1" -> new RatioTiles(56, 1, 1, HALF).picture(image).pixels();
      default -> idefics3(profile).picture(image).pixels();
    };
  }

  /** LLaVA-OneVision with several pictures. */
  private static Pixels several(List<RgbImage> pictures) {
    LlavaPreprocessor square = new LlavaPreprocessor(Fit.PAD, 384, HALF);
    float[] all = new float[pictures.size() * 3 * 384 * 384];
    for (int i = 0; i < pictures.size(); i++) {
      float[] one = square.apply(pictures.get(i)).data();
      System.arraycopy(one, 0, all, i * one.length, one.length);
    }
    return new Pixels(new int[] {pictures.size(), 3, 384, 384}, all);
  }

  /** Such as idefics3-224-56-split: longest edge, tile, whether pictures are cut. */
  private static Idefics3Preprocessor idefics3(String profile) {
    String[] words = profile.split("-");
    assertEquals("idefics3", words[0], profile);
    return new Idefics3Preprocessor(
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        words[3].equals("split"),
        Normalization.SIGLIP);
  }

  /** The picture that the reference script draws. */
  private static RgbImage drawn(int width, int height, int shift) {
    byte[] rgb = new byte[3 * width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int c = 0; c < 3; c++) {
          int rough = 37 * x * x + 91 * y + 13 * x * y + 71 * c + 29 * shift;
          int smooth = x * 255 / width + c * y * 127 / height + shift;
          boolean isRough = (x / 16 + y / 16) % 2 == 0;
          rgb[3 * (y * width + x) + c] = (byte) ((isRough ? rough : smooth) % 256);
        }
      }
    }
    return new RgbImage(width, height, rgb);
  }

  private static String crc(Pixels pixels) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * pixels.data().length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(pixels.data());
    CRC32 crc = new CRC32();
    crc.update(bytes.array());
    return "%08x".formatted(crc.getValue());
  }
}
