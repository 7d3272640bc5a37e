package io.qcpruner.media.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Goldens;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Byte for byte the pixels of Pillow, for every format, coding and kind of transparency. */
class DecodeGoldenTest {

  static Stream<Arguments> goldens() {
    return Goldens.table("decode/decode.tsv").stream()
        .map(row -> Arguments.of(row[0], row[1], row[2], row[3], row[4]));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void equalsPillow(String name, int width, int height, String dropped, String overWhite)
      throws MediaException {
    byte[] data = Goldens.bytes("decode/" + name);
    RgbImage image = ImageDecoder.decode(name, data, AlphaPolicy.DROP, MediaLimits.DEFAULT);
    assertEquals(width, image.width());
    assertEquals(height, image.height());
    assertEquals(dropped, crc(image));
    assertEquals(
        overWhite,
        crc(ImageDecoder.decode(name, data, AlphaPolicy.OVER_WHITE, MediaLimits.DEFAULT)));
  }

  private static String crc(RgbImage image) {
    CRC32 crc = new CRC32();
    crc.update(image.rgb());
    return "%08x".formatted(crc.getValue());
  }
}
