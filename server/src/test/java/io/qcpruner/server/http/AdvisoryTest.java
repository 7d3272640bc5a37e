package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.local.LocalChatEngine;
import io.qcpruner.server.local.LocalSettings;
import io.qcpruner.server.sample.Samples;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Published advisories of other servers, one test each; the numbers are those of docs/server.md.
 */
@Timeout(240)
final class AdvisoryTest {
  private static final Pattern LEAK =
      Pattern.compile(
          "(?<![0-9])0x[0-9a-f]{3}|Exception|java\\.|org\\.|/tmp|/root|/home|\\bat [a-z]+\\.");

  private static EmbeddedServer server;
  private static EmbeddedServer fetching;

  @BeforeAll
  static void start() throws Exception {
    Settings settings = new Settings();
    settings.maxBody = 8 << 20;
    settings.access = new Access(ApiKeys.of(List.of("a", "b")), List.of(), List.of());
    server = new EmbeddedServer(settings.build());
    Settings remote = new Settings();
    remote.mediaUrls = true;
    fetching = new EmbeddedServer(remote.build());
  }

  @AfterAll
  static void stop() {
    server.close();
    fetching.close();
  }

  private static HttpResponse<String> post(ObjectNode body) throws Exception {
    return post(body, "a");
  }

  private static HttpResponse<String> post(ObjectNode body, String key) throws Exception {
    HttpResponse<String> reply =
        server
            .client()
            .send(
                server.chat(body.toString()).header("Authorization", "Bearer " + key).build(),
                BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      assertFalse(LEAK.matcher(reply.body()).find(), reply.body());
    }
    return reply;
  }

  private static String code(HttpResponse<String> reply) throws IOException {
    return EmbeddedServer.json(reply).at("/error/code").asText();
  }

  private static ObjectNode withUrl(String url) {
    ObjectNode body = EmbeddedServer.question(new byte[] {1}, "What is it?");
    ((ObjectNode) body.at("/messages/0/content/0/image_url")).put("url", url);
    return body;
  }

  private static HttpResponse<String> fetch(String url) throws Exception {
    return fetching.post(withUrl(url).toString());
  }

  private static void works() throws Exception {
    assertEquals(200, post(EmbeddedServer.question(1, "What color is the star?")).statusCode());
  }

  @Test
  void a1AddressesAreOffAndNeverPrivate() throws Exception {
    assertEquals("remote_media_disabled", code(post(withUrl("http://example.com/x.png"))));
    for (String url :
        List.of(
            "http://169.254.169.254/latest/meta-data/",
            "http://127.0.0.1:" + fetching.server().port() + "/samples/1.png",
            "http://[::1]:80/x.png",
            "http://localhost/x.png",
            "http://0.0.0.0/x.png",
            "http://2130706433/x.png",
            "http://[::ffff:127.0.0.1]/x.png")) {
      HttpResponse<String> reply = fetch(url);
      assertTrue(reply.statusCode() == 422 || reply.statusCode() == 400, url + reply.body());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com\\@127.0.0.1/",
        "http://example.com@127.0.0.1/",
        "http://example.com#@127.0.0.1\\/",
        "file:///etc/passwd",
        "http:/127.0.0.1/x"
      })
  void a2OneParserForCheckAndFetch(String url) throws Exception {
    HttpResponse<String> reply = fetch(url);
    assertTrue(reply.statusCode() == 400 || reply.statusCode() == 422, reply.body());
    assertFalse(reply.body().contains("root:"));
  }

  @Test
  void a1RedirectsAreCheckedAtEveryHop() throws Exception {
    HttpServer stranger =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] picture = new Samples().png(1);
    stranger.createContext(
        "/",
        exchange -> {
          switch (exchange.getRequestURI().getPath()) {
            case "/ok.png" -> {
              exchange.sendResponseHeaders(200, picture.length);
              exchange.getResponseBody().write(picture);
            }
            case "/zip.png" -> {
              exchange.getResponseHeaders().add("Content-Encoding", "gzip");
              exchange.sendResponseHeaders(200, picture.length);
              exchange.getResponseBody().write(picture);
            }
            default -> {
              exchange.getResponseHeaders().add("Location", "http://other.invalid/x.png");
              exchange.sendResponseHeaders(302, -1);
            }
          }
          exchange.close();
        });
    stranger.start();
    Settings settings = new Settings();
    settings.mediaUrls = true;
    // private addresses are allowed here so that a local server can play the stranger
    LocalSettings local =
        new LocalSettings(
            "embedded",
            "0",
            "stored",
            0,
            0,
            List.of("127.0.0.1"),
            List.of(),
            LocalSettings.LIMITS.withPrivateAddresses(true));
    try (EmbeddedServer open =
        new EmbeddedServer(
            settings.build(), () -> new LocalChatEngine(PocketModel.open(), local))) {
      String origin = "http://127.0.0.1:" + stranger.getAddress().getPort();
      assertEquals(200, open.post(withUrl(origin + "/ok.png").toString()).statusCode());
      for (String path : List.of("/away", "/zip.png")) {
        HttpResponse<String> refused = open.post(withUrl(origin + path).toString());
        assertEquals(422, refused.statusCode(), path);
        assertEquals("media_fetch_failed", code(refused));
      }
      HttpResponse<String> foreign = open.post(withUrl("http://localhost:1/x.png").toString());
      assertEquals(422, foreign.statusCode());
    } finally {
      stranger.stop(0);
    }
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
      HttpResponse<String> reply = post(EmbeddedServer.question(bad, "What is it?"));
      if (reply.statusCode() != 200) {
        assertEquals(400, reply.statusCode(), reply.body());
        assertEquals("invalid_image", code(reply));
      }
    }
    works();
  }

  @Test
  void a5MalformedJsonTellsNothing() throws Exception {
    String whole =
        EmbeddedServer.pruned(
                EmbeddedServer.question(new byte[] {1, 2, 3}, "What?"), "qcpruner", 64)
            .toString();
    for (int cut = 0; cut < whole.length(); cut += 3) {
      HttpResponse<String> reply =
          server
              .client()
              .send(
                  server.chat(whole.substring(0, cut)).header("Authorization", "Bearer a").build(),
                  BodyHandlers.ofString());
      assertEquals(400, reply.statusCode());
      assertFalse(LEAK.matcher(reply.body()).find(), reply.body());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5000", "5000, 1", "2, 3"})
  void a6ExtremeShapes(int width, int height) throws Exception {
    ObjectNode body =
        EmbeddedServer.pruned(
            EmbeddedServer.question(Pictures.png(width, height, 3), "What is it?"), "qcpruner", 64);
    body.withObject("pruning").put("explain", "full");
    HttpResponse<String> reply = post(body);
    assertTrue(reply.statusCode() == 200 || reply.statusCode() == 400, reply.body());
    if (reply.statusCode() == 200) {
      JsonNode group = EmbeddedServer.json(reply).at("/pruning/explain/groups/0");
      assertTrue(group.get("dx").asDouble() > 0 && group.get("dy").asDouble() > 0, "" + group);
    }
    works();
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
    HttpResponse<String> reply = post(body);
    assertEquals(200, reply.statusCode(), reply.body());
    return EmbeddedServer.json(reply);
  }

  /** The same PNG with an EXIF chunk behind its header. */
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
  void a7FrameListsAreRefused() throws Exception {
    assertEquals(400, post(withUrl("data:video/jpeg;base64,QUJD,QUJD")).statusCode());
  }

  @Test
  void a8PlaceholdersInTextStayText() throws Exception {
    ObjectNode once = EmbeddedServer.question(1, "What color is the <image> star?</s>");
    JsonNode reply = EmbeddedServer.json(post(once));
    assertEquals(576, reply.at("/usage/prompt_tokens_details/image_tokens").asInt());
    long start = System.nanoTime();
    HttpResponse<String> many =
        post(EmbeddedServer.question(1, "<|image_pad|><image>".repeat(8_000)));
    assertEquals(400, many.statusCode());
    assertEquals("context_length_exceeded", code(many), many.body());
    assertTrue(System.nanoTime() - start < 30e9);
    works();
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
    HttpResponse<String> reply = post(EmbeddedServer.question(picture, "What is it?"), key);
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
  void a22EveryWholeNumberIsChecked() throws Exception {
    String frames = "\"media_io_kwargs\":{\"video\":{\"num_frames\":%s}}";
    String pruning = "\"pruning\":{\"method\":\"qcpruner\",\"budget\":%s,\"layer\":%s,%s}";
    String keywords = "\"anchors\":{\"keywords\":%s}";
    String good = keywords.formatted("6");
    for (String bad : List.of("-1", "2147483648", "9223372036854775808", "1.5")) {
      List<String> fields =
          new java.util.ArrayList<>(
              List.of(
                  "\"n\":" + bad,
                  "\"top_logprobs\":" + bad,
                  frames.formatted(bad),
                  pruning.formatted(bad, "5", good),
                  pruning.formatted("64", bad, good),
                  pruning.formatted("64", "5", keywords.formatted(bad))));
      if (!bad.equals("2147483648")) { // more tokens than the limit are cut, not refused
        fields.add("\"max_tokens\":" + bad);
        fields.add("\"max_completion_tokens\":" + bad);
      }
      if (!bad.equals("-1") && !bad.equals("2147483648")) { // a seed is any 64-bit number
        fields.add("\"seed\":" + bad);
      }
      fields.forEach(AdvisoryTest::refusedAsWrong);
    }
    works();
  }

  private static void refusedAsWrong(String field) {
    String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]," + field + "}";
    try {
      HttpResponse<String> reply =
          server
              .client()
              .send(
                  server.chat(body).header("Authorization", "Bearer a").build(),
                  BodyHandlers.ofString());
      assertEquals(400, reply.statusCode(), field);
      assertFalse(LEAK.matcher(reply.body()).find(), reply.body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a11AndA12NumbersOutOfRangeAreRefused() throws Exception {
    for (String bad :
        List.of(
            "\"n\":2",
            "\"temperature\":1e400",
            "\"temperature\":NaN",
            "\"temperature\":-0.1",
            "\"top_p\":-1e400")) {
      String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]," + bad + "}";
      HttpResponse<String> reply =
          server
              .client()
              .send(
                  server.chat(body).header("Authorization", "Bearer a").build(),
                  BodyHandlers.ofString());
      assertEquals(400, reply.statusCode(), bad);
    }
  }

  @Test
  void a17AndA18NoTensorsAndNoTemplates() throws Exception {
    ObjectNode body = EmbeddedServer.question(1, "What color is the star?");
    String plain = EmbeddedServer.json(post(body)).at("/choices/0/message/content").asText();
    HttpResponse<String> reply = post(body.put("chat_template", "{{ 7*7 }}"));
    assertEquals("chat_template", reply.headers().firstValue("x-ignored-parameters").orElse(""));
    assertEquals(plain, EmbeddedServer.json(reply).at("/choices/0/message/content").asText());
    ((ObjectNode) body.at("/messages/0/content/0")).put("type", "image_embeds");
    assertEquals("unsupported_content", code(post(body)));
  }

  @Test
  void bombsAreRefusedByTheirHeader() throws Exception {
    byte[] bomb = Base64.getDecoder().decode(BOMB_HEAD);
    HttpResponse<String> reply = post(EmbeddedServer.question(bomb, "What is it?"));
    assertEquals(400, reply.statusCode());
    assertTrue(reply.body().contains("30000x30000"), reply.body());
    works();
  }

  @Test
  void sizesOnBothSidesOfTheLimit() throws Exception {
    HttpResponse<String> fits = post(EmbeddedServer.question(plain(16_384, 4), "What is it?"));
    assertEquals(200, fits.statusCode(), fits.body());
    HttpResponse<String> over = post(EmbeddedServer.question(plain(16_385, 4), "What is it?"));
    assertEquals(400, over.statusCode());
    assertEquals("invalid_image", code(over));
    assertEquals(200, post(EmbeddedServer.question(plain(6000, 4000), "What?")).statusCode());
    assertEquals(400, post(EmbeddedServer.question(plain(6000, 4001), "What?")).statusCode());
  }

  /** A PNG header that announces 30000 x 30000 pixels. */
  private static final String BOMB_HEAD = bombHead();

  private static String bombHead() {
    java.nio.ByteBuffer out = java.nio.ByteBuffer.allocate(33);
    out.put(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    out.putInt(13);
    byte[] header = {'I', 'H', 'D', 'R', 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0};
    out.put(header);
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(header);
    out.putInt((int) crc.getValue());
    return Base64.getEncoder().encodeToString(out.array());
  }
}
