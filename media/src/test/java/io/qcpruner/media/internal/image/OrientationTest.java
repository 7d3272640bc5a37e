package io.qcpruner.media.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.Orientation;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures turned as their EXIF tag says. */
final class OrientationTest {
  private static final MediaReader STORED = new MediaReader(MediaLimits.DEFAULT);
  private static final MediaReader UPRIGHT = STORED.upright();

  private static RgbImage picture(int width, int height) {
    byte[] rgb = new byte[3 * width * height];
    new Random(5).nextBytes(rgb);
    return new RgbImage(width, height, rgb);
  }

  /** The table of the EXIF standard: at which side the stored first row and column are seen. */
  @ParameterizedTest
  @CsvSource({
    "1, top, left",
    "2, top, right",
    "3, bottom, right",
    "4, bottom, left",
    "5, left, top",
    "6, right, top",
    "7, right, bottom",
    "8, left, bottom"
  })
  void firstRowAndColumnAreSeenWhereTheStandardSays(int exif, String row, String column) {
    RgbImage stored = picture(5, 3);
    RgbImage seen = Orientation.ofExif(exif).upright(stored);
    boolean swapped = row.equals("left") || row.equals("right");
    assertEquals(swapped ? 3 : 5, seen.width());
    assertEquals(swapped ? 5 : 3, seen.height());
    for (int y = 0; y < 3; y++) {
      for (int x = 0; x < 5; x++) {
        int seenX = swapped ? along(row, y, 3) : along(column, x, 5);
        int seenY = swapped ? along(column, x, 5) : along(row, y, 3);
        for (int c = 0; c < 3; c++) {
          assertEquals(stored.sample(x, y, c), seen.sample(seenX, seenY, c), x + "," + y);
        }
      }
    }
  }

  private static int along(String side, int index, int size) {
    return side.equals("top") || side.equals("left") ? index : size - 1 - index;
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 9, 65535})
  void valuesThatDoNotExistTurnNothing(int exif) {
    assertEquals(Orientation.AS_STORED, Orientation.ofExif(exif));
  }

  @ParameterizedTest
  @CsvSource({"JPEG, true", "JPEG, false", "PNG, true", "PNG, false"})
  void filesAreTurnedOnlyWhenAsked(ImageFormat format, boolean little) throws IOException {
    byte[] plain = file(format);
    RgbImage stored = read(STORED, plain);
    for (int exif = 1; exif <= 8; exif++) {
      byte[] tagged =
          format == ImageFormat.JPEG
              ? jpeg(plain, tiff(exif, little))
              : png(plain, tiff(exif, little));
      assertEquals(stored, read(STORED, tagged));
      assertEquals(Orientation.ofExif(exif).upright(stored), read(UPRIGHT, tagged), "" + exif);
    }
    assertEquals(stored, read(UPRIGHT, plain));
  }

  @Test
  void webpKeepsItBehindThePicture() {
    for (boolean marked : new boolean[] {false, true}) {
      for (int length : new int[] {10, 11}) {
        byte[] tiff = tiff(6, true);
        byte[] exif = marked ? joined(ascii("Exif\0\0"), tiff) : tiff;
        byte[] body = joined(chunk("VP8 ", new byte[length]), chunk("EXIF", exif));
        byte[] riff = joined(ascii("RIFF"), new byte[4], ascii("WEBP"), body);
        assertEquals(Orientation.TURNED_RIGHT, ExifTag.orientation(riff));
      }
    }
  }

  @Test
  void brokenTagsTurnNothing() throws IOException {
    byte[] plain = file(ImageFormat.JPEG);
    RgbImage stored = read(STORED, plain);
    byte[] good = tiff(6, false);
    assertNotEquals(stored, read(UPRIGHT, jpeg(plain, good)));
    int value = 8 + 2 + 12 + 8;
    for (int cut = 0; cut < value + 2; cut++) {
      byte[] cutOff = java.util.Arrays.copyOf(good, cut);
      assertEquals(stored, read(UPRIGHT, jpeg(plain, cutOff)), cut + " bytes");
    }
    for (int at : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 22, 23, 24, 25, 26, 27, value, value + 1}) {
      byte[] bad = good.clone();
      bad[at] = (byte) 0xFF;
      assertEquals(stored, read(UPRIGHT, jpeg(plain, bad)), "byte " + at);
    }
  }

  private static RgbImage read(MediaReader reader, byte[] data) throws IOException {
    return reader.image(new MediaSource.Bytes("test", data), AlphaPolicy.DROP);
  }

  private static byte[] file(ImageFormat format) throws IOException {
    BufferedImage image = new BufferedImage(24, 17, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < 17; y++) {
      for (int x = 0; x < 24; x++) {
        image.setRGB(x, y, x * 10 << 16 | y * 14 << 8 | (x + y) * 6);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, format.name(), out);
    return out.toByteArray();
  }

  /** A directory with a width and the orientation. */
  private static byte[] tiff(int exif, boolean little) {
    ByteBuffer out = ByteBuffer.allocate(34);
    out.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    out.put(ascii(little ? "II" : "MM")).putShort((short) 42).putInt(8).putShort((short) 2);
    out.putShort((short) 0x0100).putShort((short) 4).putInt(1).putInt(24);
    out.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) exif);
    return out.array();
  }

  private static byte[] jpeg(byte[] plain, byte[] tiff) {
    byte[] segment = joined(ascii("Exif\0\0"), tiff);
    byte[] head = {
      (byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE1, 0, (byte) (segment.length + 2)
    };
    byte[] rest = java.util.Arrays.copyOfRange(plain, 2, plain.length);
    return joined(head, segment, rest);
  }

  private static byte[] png(byte[] plain, byte[] tiff) {
    byte[] typed = joined(ascii("eXIf"), tiff);
    CRC32 crc = new CRC32();
    crc.update(typed);
    int header = 8 + 25;
    return joined(
        java.util.Arrays.copyOf(plain, header),
        ByteBuffer.allocate(4).putInt(tiff.length).array(),
        typed,
        ByteBuffer.allocate(4).putInt((int) crc.getValue()).array(),
        java.util.Arrays.copyOfRange(plain, header, plain.length));
  }

  private static byte[] chunk(String type, byte[] data) {
    ByteBuffer out =
        ByteBuffer.allocate(8 + data.length + data.length % 2).order(ByteOrder.LITTLE_ENDIAN);
    return out.put(ascii(type)).putInt(data.length).put(data).array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
