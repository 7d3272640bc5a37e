package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.error.RequestException;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Roles, parts and addresses of messages. */
final class MessagesParserTest {
  private static final String PIXEL = "data:image/png;base64,QUJD";

  private static ChatRequest parse(String messages, int pictures, boolean remote)
      throws RequestException {
    return new ChatRequestParser(Bodies.settings(pictures, remote))
        .parse(Bodies.messages(messages));
  }

  private static String user(String content) {
    return "{\"role\":\"user\",\"content\":" + content + "}";
  }

  private static String picture(String url) {
    return "{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + url + "\"}}";
  }

  private static void refused(String messages, String code) {
    refused(messages, code, 1, false);
  }

  private static void refused(String messages, String code, int pictures, boolean remote) {
    RequestException e =
        assertThrows(RequestException.class, () -> parse(messages, pictures, remote), messages);
    assertEquals(code, e.code().wire(), messages);
    assertTrue(e.getMessage().length() < 200, e.getMessage());
  }

  /** A model that was taught single questions gets the last one with the picture, and says so. */
  @Test
  void earlierTurnsAreLeftOutWhereTheyWouldMislead() throws RequestException {
    String messages =
        "["
            + user("[{\"type\":\"text\",\"text\":\"one\"}," + picture(PIXEL) + "]")
            + ",{\"role\":\"assistant\",\"content\":\"yes\"},"
            + user("\"two\"")
            + "]";
    ChatRequest request =
        new ChatRequestParser(Bodies.settings(1, false, new ModelNote("", true, true, true)))
            .parse(Bodies.messages(messages));
    assertEquals(1, request.turns().size());
    assertEquals("two", request.turns().get(0).text());
    assertEquals(1, request.turns().get(0).media().size());
    assertTrue(request.ignored().toString().contains("single questions"), request.ignored() + "");
    ChatRequest both = parse(messages, 1, false);
    assertEquals(2, both.turns().size());
    assertEquals(List.of(), both.ignored());
  }

  /** A model that knows pictures alone asks for one instead of answering nothing. */
  @Test
  void aQuestionWithoutAPictureIsRefusedWhereItMeansNothing() throws RequestException {
    for (boolean stills : new boolean[] {true, false}) {
      ChatRequestParser parser =
          new ChatRequestParser(Bodies.settings(1, false, new ModelNote("", stills, true, false)));
      RequestException e =
          assertThrows(
              RequestException.class,
              () -> parser.parse(Bodies.messages("[" + user("\"Hello?\"") + "]")));
      assertEquals("missing_field", e.code().wire());
      assertTrue(
          e.getMessage().contains(stills ? "questions about a picture" : "questions about a clip"),
          e.getMessage());
      String shown =
          "[" + user("[{\"type\":\"text\",\"text\":\"one\"}," + picture(PIXEL) + "]") + "]";
      assertEquals(1, parser.parse(Bodies.messages(shown)).turns().size());
    }
  }

  @Test
  void turnsAreJoinedByRole() throws RequestException {
    ChatRequest request =
        parse(
            "[{\"role\":\"system\",\"content\":\"A\"},{\"role\":\"developer\",\"content\":\"B\"},"
                + user("\"one\"")
                + ","
                + user("[{\"type\":\"text\",\"text\":\"two\"}," + picture(PIXEL) + "]")
                + ",{\"role\":\"assistant\",\"content\":\"yes\"},"
                + user("\"three\"")
                + "]",
            1,
            false);
    assertEquals("A\n\nB", request.system());
    assertEquals(2, request.turns().size());
    assertEquals("one\ntwo", request.turns().get(0).text());
    assertEquals("yes", request.turns().get(0).answer());
    assertEquals("three", request.question());
    MediaSource.Bytes bytes = (MediaSource.Bytes) request.media().get(0).source();
    assertArrayEquals(new byte[] {'A', 'B', 'C'}, bytes.data());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | invalid_value",
        "{} | invalid_value",
        "[7] | invalid_value",
        "[{\"content\":\"x\"}] | missing_field",
        "[{\"role\":\"user\"}] | missing_field",
        "[{\"role\":\"user\",\"content\":null}] | missing_field",
        "[{\"role\":\"user\",\"content\":\"  \"}] | missing_field",
        "[{\"role\":\"user\",\"content\":[]}] | invalid_value",
        "[{\"role\":\"user\",\"content\":[{}]}] | missing_field",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}] | missing_field",
        "[{\"role\":\"tool\",\"content\":\"x\"}] | invalid_value",
        "[{\"role\":\"function\",\"content\":\"x\"}] | invalid_value",
        "[{\"role\":\"assistant\",\"content\":\"x\"}] | invalid_value",
        "[{\"role\":\"system\",\"content\":\"x\"}] | invalid_value",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"input_audio\"}]}] | unsupported_content",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"file\"}]}] | unsupported_content",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"image_embeds\"}]}] | unsupported_content",
        "[{\"role\":\"user\",\"content\":[{\"type\":\"refusal\"}]}] | unsupported_content",
      })
  void malformed(String messages, String code) {
    refused(messages, code);
  }

  @Test
  void theLastMessageIsTheUsers() {
    for (String role : List.of("assistant", "system", "developer")) {
      String last = "{\"role\":\"" + role + "\",\"content\":\"y\"}";
      refused("[" + user("\"x\"") + "," + last + "]", "invalid_value");
    }
  }

  @Test
  void aPictureAloneIsNoQuestion() {
    refused("[" + user("[" + picture(PIXEL) + "]") + "]", "missing_field");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "data:image/png;base64, | invalid_value",
        "data:image/png;base64,QUI | invalid_value",
        "data:image/png;base64,QUJ D | invalid_value",
        "data:image/png;base64,QU-_ | invalid_value",
        "data:image/png;base64,Q=== | invalid_value",
        "data:image/png,QUJD | invalid_value",
        "data:text/plain;base64,QUJD | invalid_value",
        "data:video/jpeg;base64,QUJD | invalid_value",
        "data:video/mp4;base64,QUJD | invalid_value",
        "file:///etc/passwd | invalid_value",
        "/etc/passwd | invalid_value",
        "QUJD | invalid_value",
        "http://example.com/x.png | remote_media_disabled",
        "HTTPS://example.com/x.png | remote_media_disabled",
      })
  void addresses(String url, String code) {
    String question = "{\"type\":\"text\",\"text\":\"What?\"}";
    refused("[" + user("[" + question + "," + picture(url) + "]") + "]", code);
  }

  @ParameterizedTest
  @CsvSource({
    "http://ok.example\\\\@bad.example/x.png",
    "http://user@bad.example/x.png",
    "http:///x.png",
    "http://[::1/x.png",
    "http://a b/x.png"
  })
  void remoteAddressesHaveAHostAndNoUser(String url) {
    String question = "{\"type\":\"text\",\"text\":\"What?\"}";
    refused("[" + user("[" + question + "," + picture(url) + "]") + "]", "invalid_value", 1, true);
  }

  @Test
  void aBareStringIsAnAddressToo() throws RequestException {
    ChatRequest request =
        parse(
            "["
                + user(
                    "[{\"type\":\"image_url\",\"image_url\":\""
                        + PIXEL
                        + "\"},{\"type\":\"text\",\"text\":\"What?\"}]")
                + "]",
            1,
            false);
    assertEquals(1, request.media().size());
  }

  @Test
  void namesAndIdsHaveNoEffect() throws RequestException {
    String part =
        "{\"type\":\"image_url\",\"uuid\":\"u\",\"image_url\":{\"url\":\""
            + PIXEL
            + "\",\"detail\":\"high\"}}";
    String message =
        "{\"role\":\"user\",\"name\":\"Ann\",\"content\":["
            + part
            + ",{\"type\":\"text\",\"text\":\"What?\"}]}";
    ChatRequest request = parse("[" + message + "]", 1, false);
    assertEquals("What?", request.question());
    assertEquals(1, request.media().size());
    assertEquals(Detail.HIGH, request.media().get(0).detail());
  }

  @Test
  void detailIsLowHighOrAuto() throws RequestException {
    for (Detail detail : Detail.values()) {
      assertEquals(
          detail, parse(detailed("\"" + detail.text() + "\""), 1, false).media().get(0).detail());
    }
    assertEquals(Detail.AUTO, parse(detailed("null"), 1, false).media().get(0).detail());
    for (String wrong : new String[] {"\"medium\"", "\"LOW\"", "\"\"", "1"}) {
      RequestException e =
          assertThrows(RequestException.class, () -> parse(detailed(wrong), 1, false), wrong);
      assertEquals(400, e.code().status());
      assertEquals("messages[0].content[0].image_url.detail", e.param());
    }
  }

  private static String detailed(String detail) {
    String part =
        "{\"type\":\"image_url\",\"image_url\":{\"url\":\""
            + PIXEL
            + "\",\"detail\":"
            + detail
            + "}}";
    return "[" + user("[" + part + ",{\"type\":\"text\",\"text\":\"What?\"}]") + "]";
  }

  @Test
  void numberOfPictures() throws RequestException {
    String two =
        "["
            + user(
                "["
                    + picture(PIXEL)
                    + ","
                    + picture(PIXEL)
                    + ",{\"type\":\"text\",\"text\":\"?\"}]")
            + "]";
    assertEquals(2, parse(two, 2, false).media().size());
    refused(two, "too_many_media");
  }

  @Test
  void clipsNeedAModelThatTakesThem() throws RequestException {
    String clip =
        "["
            + user(
                "[{\"type\":\"video_url\",\"video_url\":{\"url\":\"data:video/mp4;base64,QUJD\"}},"
                    + "{\"type\":\"text\",\"text\":\"?\"}]")
            + "]";
    refused(clip, "unsupported_content");
    assertEquals(1, parse(clip, 2, false).media().size());
  }

  @Test
  void limitsOnBothSides() throws RequestException {
    assertEquals(1, parse("[" + joined(64) + "]", 1, false).turns().size());
    refused("[" + joined(65) + "]", "invalid_value");
    assertEquals(16 * 2 - 1, parse("[" + user(parts(16)) + "]", 1, false).question().length());
    refused("[" + user(parts(17)) + "]", "invalid_value");
    assertEquals(
        200_000,
        parse("[" + user("\"" + "x".repeat(200_000) + "\"") + "]", 1, false).question().length());
    refused("[" + user("\"" + "x".repeat(200_001) + "\"") + "]", "invalid_value");
  }

  @ParameterizedTest
  @CsvSource({"IMAGE, image/png, 20", "VIDEO, video/mp4, 23"})
  void filesHaveALimitBeforeTheyAreDecoded(Medium.Kind kind, String type, int mebibytes)
      throws RequestException {
    String head = "data:" + type + ";base64,";
    String fits = head + Base64.getEncoder().encodeToString(new byte[mebibytes << 20]);
    assertEquals(mebibytes << 20, MediaAddress.parse(fits, kind, Detail.AUTO, "p", false).bytes());
    String over = head + Base64.getEncoder().encodeToString(new byte[(mebibytes << 20) + 1]);
    RequestException e =
        assertThrows(
            RequestException.class, () -> MediaAddress.parse(over, kind, Detail.AUTO, "p", false));
    assertEquals("invalid_image", e.code().wire());
  }

  /** The settings of these tests allow eight, whatever the family takes. */
  @Test
  void picturesOfAConversationHaveALimit() throws RequestException {
    assertEquals(8, parse("[" + user(pictures(8)) + "]", 100, false).media().size());
    refused("[" + user(pictures(9)) + "]", "too_many_media", 100, false);
  }

  private static String pictures(int count) {
    String all = String.join(",", Collections.nCopies(count, picture(PIXEL)));
    return "[" + all + ",{\"type\":\"text\",\"text\":\"?\"}]";
  }

  private static String joined(int messages) {
    return String.join(",", Collections.nCopies(messages, user("\"x\"")));
  }

  private static String parts(int count) {
    String part = "{\"type\":\"text\",\"text\":\"x\"}";
    return "[" + String.join(",", Collections.nCopies(count, part)) + "]";
  }
}
