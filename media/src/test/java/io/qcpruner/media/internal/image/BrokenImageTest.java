package io.qcpruner.media.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Goldens;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Truncated, lying and hostile files end in a MediaException that names the file. */
@ExtendWith(Seeded.class)
class BrokenImageTest {

  private static final MediaLimits SMALL = MediaLimits.DEFAULT.withImagePixels(100_000);

  static Stream<String> files() {
    return Goldens.table("decode/decode.tsv").stream().map(row -> row[0]);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyTruncationIsRefused(String name) {
    byte[] data = Goldens.bytes("decode/" + name);
    // an animation is complete once its first frame is
    int needed = name.startsWith("animated") ? data.length / 4 : data.length - 2;
    for (int length = 0; length < needed; length += 1 + length / 9) {
      byte[] cut = Arrays.copyOf(data, length);
      MediaException e = assertThrows(MediaException.class, () -> decode(name, cut), name);
      assertEquals(name, e.source());
      assertTrue(e.getMessage().startsWith(name + ": "), e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void damagedBytesNeverEscapeAsAnythingElse(String name, Random random) {
    byte[] data = Goldens.bytes("decode/" + name);
    for (int round = 0; round < 60; round++) {
      byte[] damaged = data.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        // headers are where the lies are
        int at = random.nextBoolean() ? random.nextInt(64) : random.nextInt(data.length);
        damaged[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : -1);
      }
      try {
        RgbImage image = decode(name, damaged);
        assertTrue((long) image.width() * image.height() <= 100_000, name);
      } catch (MediaException e) {
        assertEquals(name, e.source());
      }
    }
  }

  @Test
  void streamsThatAreTooShortForTheirPictureAreRefused() {
    // 100 x 100 pixels in two bytes of codes: clear and one pixel
    byte[] gif = {
      'G',
      'I',
      'F',
      '8',
      '9',
      'a',
      100,
      0,
      100,
      0,
      (byte) 0x80,
      0,
      0,
      0,
      0,
      0,
      -1,
      -1,
      -1,
      ',',
      0,
      0,
      0,
      0,
      100,
      0,
      100,
      0,
      0,
      2,
      2,
      0x0C,
      0x0A,
      0,
      ';'
    };
    assertProblem("truncated: GIF codes for fewer than 100x100 pixels (offset 34)", gif);
    byte[] jpeg =
        Goldens.bytes(
            "decode/" + files().filter(f -> f.endsWith(".jpg")).findFirst().orElseThrow());
    for (int at = 2; at < jpeg.length - 8; at++) {
      if (jpeg[at] == (byte) 0xFF && jpeg[at + 1] == (byte) 0xC0) {
        jpeg[at + 5] = 1; // 256 rows more than there are
        break;
      }
    }
    assertProblem("truncated: JPEG data ends before the picture", jpeg);
  }

  @Test
  void otherFilesAreNamedAsSuch() {
    assertProblem("file is empty", new byte[0]);
    assertProblem("not a PNG, JPEG, WebP, GIF or BMP image", "<svg/>".getBytes());
    assertProblem("not a PNG, JPEG, WebP, GIF or BMP image", new byte[] {'B'});
  }

  @Test
  void sizesAreCheckedBeforeAnythingIsAllocated() throws MediaException {
    assertProblem(
        "image size 30000x30000 is over 100000 pixels", png(30_000, 30_000, 2, 8, new byte[0]));
    assertProblem("image size 40000x1 has a side over 32768", png(40_000, 1, 0, 8, new byte[1]));
    assertProblem("image size 0x5 is empty", png(0, 5, 0, 8, new byte[1]));
    assertProblem(
        "image size 4294967295x4294967295 has a side over 32768", png(-1, -1, 0, 8, new byte[1]));
    byte[] gif = Goldens.bytes("decode/plain.gif");
    gif[7] = (byte) 0x7F;
    gif[9] = (byte) 0x7F;
    assertProblem("image size 32553x32541 is over 100000 pixels", gif);
    byte[] bmp = Goldens.bytes("decode/rgb.bmp");
    ByteBuffer.wrap(bmp).putInt(18, -1);
    assertProblem("image size -1x29 is empty", bmp);
  }

  @Test
  void pixelDataThatEndsEarlyIsRefused() {
    // checksums are right, but the compressed rows are too few
    assertThrows(MediaException.class, () -> decode("x", png(50, 50, 0, 8, new byte[51 * 20])));
  }

  @Test
  void textBombsAreNotInflated() throws MediaException {
    byte[] plain = png(3, 2, 0, 8, new byte[8]);
    byte[] zeros = new byte[20_000_000];
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(new byte[] {'a', 0, 0});
    text.writeBytes(deflate(zeros));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(plain, 0, 33);
    chunk(file, "zTXt", text.toByteArray());
    chunk(file, "iCCP", text.toByteArray());
    file.write(plain, 33, plain.length - 33);
    assertEquals(decode("x", plain), decode("x", file.toByteArray()));
  }

  @Test
  void manyScansAreRefused() {
    byte[] jpeg = Goldens.bytes("decode/grey.jpg");
    int scan = 0;
    while (jpeg[scan] != (byte) 0xFF || jpeg[scan + 1] != (byte) 0xDA) {
      scan++;
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(jpeg, 0, scan);
    for (int i = 0; i < 65; i++) {
      file.write(jpeg, scan, jpeg.length - 2 - scan);
    }
    file.writeBytes(new byte[] {(byte) 0xFF, (byte) 0xD9});
    MediaException e = assertThrows(MediaException.class, () -> decode("x", file.toByteArray()));
    assertTrue(e.problem().startsWith("JPEG with more than 64 scans"), e.problem());
  }

  @Test
  void largeFilesAreRefused() {
    MediaLimits limits = MediaLimits.DEFAULT.withBytes(100, 100, 100);
    byte[] data = Goldens.bytes("decode/rgb.png");
    MediaException e =
        assertThrows(
            MediaException.class, () -> ImageDecoder.decode("x", data, AlphaPolicy.DROP, limits));
    assertEquals("file of " + data.length + " bytes is over 100", e.problem());
  }

  @Test
  void sixteenBitsLoseTheirLowByte() throws MediaException {
    byte[] row = {0, 0x12, (byte) 0xFF, 0x00, (byte) 0x80, (byte) 0xFE, 0x01};
    RgbImage image = decode("x", png(1, 1, 2, 16, row));
    assertEquals(0x12, image.sample(0, 0, 0));
    assertEquals(0, image.sample(0, 0, 1));
    assertEquals(0xFE, image.sample(0, 0, 2));
    assertEquals(0x12, decode("x", png(1, 1, 0, 16, Arrays.copyOf(row, 3))).sample(0, 0, 1));
  }

  private static void assertProblem(String problem, byte[] data) {
    MediaException e = assertThrows(MediaException.class, () -> decode("x", data));
    assertEquals(problem, e.problem());
  }

  private static RgbImage decode(String name, byte[] data) throws MediaException {
    return ImageDecoder.decode(name, data, AlphaPolicy.OVER_WHITE, SMALL);
  }

  private static byte[] png(int width, int height, int colourType, int depth, byte[] rows) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
    ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
    header.put((byte) depth).put((byte) colourType);
    chunk(file, "IHDR", header.array());
    chunk(file, "IDAT", deflate(rows));
    chunk(file, "IEND", new byte[0]);
    return file.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream file, String type, byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(type.getBytes());
    crc.update(content);
    file.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
    file.writeBytes(type.getBytes());
    file.writeBytes(content);
    file.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }

  private static byte[] deflate(byte[] content) {
    Deflater deflater = new Deflater();
    deflater.setInput(content);
    deflater.finish();
    byte[] out = new byte[content.length + 64];
    int length = deflater.deflate(out);
    deflater.end();
    return Arrays.copyOf(out, length);
  }
}
