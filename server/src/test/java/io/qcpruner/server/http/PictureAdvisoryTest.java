package io.qcpruner.server.http;

import static io.qcpruner.server.http.AdvisoryServer.code;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.sample.Samples;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Published advisories of other servers about pictures; the numbers are those of
 * docs/server-security.md.
 */
@Timeout(240)
final class PictureAdvisoryTest {
  private static AdvisoryServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new AdvisoryServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a4AndA19BrokenFilesAreRefusedWithoutDetails() throws Exception {
    byte[] good = new Samples().png(1);
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      byte[] bad = i % 2 == 0 ? good.clone() : new byte[200 + i];
      if (i % 2 == 0) {
        for (int k = 0; k < 5; k++) {
          bad[random.nextInt(Math.min(bad.length, 400))] ^= (byte) (1 << random.nextInt(8));
        }
        bad = java.util.Arrays.copyOf(bad, 50 + random.nextInt(bad.length - 50));
      } else {
        random.nextBytes(bad);
        byte[] magic =
            List.of(
                    new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF},
                    "GIF89a".getBytes(),
                    "BM".getBytes(),
                    "RIFF\0\0\0\0WEBPVP8 ".getBytes(),
                    new byte[] {0, 0, 0, 12, 'j', 'P', ' ', ' '})
                .get(i / 2 % 5);
        System.arraycopy(magic, 0, bad, 0, magic.length);
      }
      HttpResponse<String> reply = server.post(EmbeddedServer.question(bad, "What is it?"));
      if (reply.statusCode() != 200) {
        assertEquals(400, reply.statusCode(), reply.body());
        assertEquals("invalid_image", code(reply));
      }
    }
    server.works();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5000", "5000, 1", "2, 3"})
  void a6ExtremeShapes(int width, int height) throws Exception {
    ObjectNode body =
        EmbeddedServer.pruned(
            EmbeddedServer.question(Pictures.png(width, height, 3), "What is it?"), "qcpruner", 64);
    body.withObject("pruning").put("explain", "full");
    HttpResponse<String> reply = server.post(body);
    assertTrue(reply.statusCode() == 200 || reply.statusCode() == 400, reply.body());
    if (reply.statusCode() == 200) {
      JsonNode group = EmbeddedServer.json(reply).at("/pruning/explain/groups/0");
      assertTrue(group.get("dx").asDouble() > 0 && group.get("dy").asDouble() > 0, "" + group);
    }
    server.works();
  }

  /** PNG so that pixels are exact: tagged and stored otherwise, or turned and not tagged. */
  @Test
  void a16ThePictureIsTurnedAsPeopleSeeIt() throws Exception {
    int width = 90;
    int height = 60;
    BufferedImage stored = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    BufferedImage turned = new BufferedImage(height, width, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(16);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int rgb = random.nextInt(1 << 24);
        stored.setRGB(x, y, rgb);
        turned.setRGB(height - 1 - y, x, rgb);
      }
    }
    JsonNode plain = explained(file(stored));
    JsonNode upright = explained(file(turned));
    JsonNode tagged = explained(tagged(file(stored), 6));
    assertEquals(upright.get("pruning"), tagged.get("pruning"));
    assertEquals(height, tagged.at("/pruning/explain/picture/width").asInt());
    assertEquals(width, plain.at("/pruning/explain/picture/width").asInt());
    assertFalse(plain.at("/pruning/explain/utility").equals(tagged.at("/pruning/explain/utility")));
  }

  /** The LLaVA family takes colours as stored, whatever their transparency. */
  @Test
  void a16TransparentColoursFollowTheRuleOfTheFamily() throws Exception {
    byte[] levels = {0, (byte) 200};
    JsonNode opaque = explained(indexed(new IndexColorModel(1, 2, levels, levels, levels)));
    JsonNode clear = explained(indexed(new IndexColorModel(1, 2, levels, levels, levels, 0)));
    assertEquals(opaque.get("pruning"), clear.get("pruning"));
  }

  private static byte[] indexed(IndexColorModel colors) throws IOException {
    BufferedImage image = new BufferedImage(50, 50, BufferedImage.TYPE_BYTE_BINARY, colors);
    for (int i = 0; i < 50; i++) {
      image.getRaster().setSample(i, i * i % 50, 0, 1);
    }
    return file(image);
  }

  private static JsonNode explained(byte[] picture) throws Exception {
    ObjectNode body =
        EmbeddedServer.pruned(
            EmbeddedServer.question(picture, "What color is the star?"), "qcpruner", 32);
    body.withObject("pruning").put("explain", "full");
    HttpResponse<String> reply = server.post(body);
    assertEquals(200, reply.statusCode(), reply.body());
    return EmbeddedServer.json(reply);
  }

  /** The same PNG with an EXIF chunk after its header. */
  private static byte[] tagged(byte[] png, int orientation) {
    java.nio.ByteBuffer chunk = java.nio.ByteBuffer.allocate(12 + 26);
    chunk.putInt(26).put("eXIfMM".getBytes()).putShort((short) 42).putInt(8);
    chunk.putShort((short) 1).putShort((short) 0x0112).putShort((short) 3).putInt(1);
    chunk.putShort((short) orientation).position(34);
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(chunk.array(), 4, 30);
    chunk.putInt((int) crc.getValue());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(png, 0, 33);
    out.writeBytes(chunk.array());
    out.write(png, 33, png.length - 33);
    return out.toByteArray();
  }

  @Test
  void a9EqualPixelsOfAnotherShapeAreAnotherEntry() throws Exception {
    String miss = "miss";
    assertEquals(miss, cacheOf(plain(30, 100), "a"));
    assertEquals(miss, cacheOf(plain(100, 30), "a"));
    assertEquals(miss, cacheOf(paletted(0xFF0000), "a"));
    assertEquals(miss, cacheOf(paletted(0x00FF00), "a"));
    assertEquals("hit", cacheOf(paletted(0x00FF00), "a"));
  }

  @Test
  void a10OneClientsPictureIsAMissForAnother() throws Exception {
    byte[] picture = Pictures.png(40, 40, 99);
    assertEquals("miss", cacheOf(picture, "a"));
    assertEquals("miss", cacheOf(picture, "b"));
    assertEquals("hit", cacheOf(picture, "a"));
  }

  private static String cacheOf(byte[] picture, String key) throws Exception {
    HttpResponse<String> reply = server.post(EmbeddedServer.question(picture, "What is it?"), key);
    return EmbeddedServer.json(reply).at("/timings/vision_cache").asText();
  }

  private static byte[] plain(int width, int height) throws IOException {
    return file(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB));
  }

  private static byte[] paletted(int rgb) throws IOException {
    IndexColorModel colors =
        new IndexColorModel(
            1,
            2,
            new byte[] {0, (byte) (rgb >> 16)},
            new byte[] {0, (byte) (rgb >> 8)},
            new byte[] {0, (byte) rgb});
    BufferedImage image = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_BINARY, colors);
    image.getRaster().setSample(3, 3, 0, 1);
    return file(image);
  }

  private static byte[] file(BufferedImage image) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  @Test
  void bombsAreRefusedByTheirHeader() throws Exception {
    HttpResponse<String> reply = server.post(EmbeddedServer.question(bomb(), "What is it?"));
    assertEquals(400, reply.statusCode());
    assertTrue(reply.body().contains("30000x30000"), reply.body());
    server.works();
  }

  @Test
  void sizesOnBothSidesOfTheLimit() throws Exception {
    HttpResponse<String> fits =
        server.post(EmbeddedServer.question(plain(16_384, 4), "What is it?"));
    assertEquals(200, fits.statusCode(), fits.body());
    HttpResponse<String> over =
        server.post(EmbeddedServer.question(plain(16_385, 4), "What is it?"));
    assertEquals(400, over.statusCode());
    assertEquals("invalid_image", code(over));
    assertEquals(
        200, server.post(EmbeddedServer.question(plain(6000, 4000), "What?")).statusCode());
    assertEquals(
        400, server.post(EmbeddedServer.question(plain(6000, 4001), "What?")).statusCode());
  }

  /** A PNG header that announces 30000 x 30000 pixels. */
  private static byte[] bomb() {
    java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(33);
    out.put(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    out.putInt(13);
    byte[] header = {'I', 'H', 'D', 'R', 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0};
    out.put(header);
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(header);
    out.putInt((int) crc.getValue());
    return out.array();
  }
}
