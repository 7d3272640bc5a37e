package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.media.Detail;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.Medium.Kind;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of messages: a string, or parts of text, pictures and clips. */
final class ContentParser {
  private static final int MAX_PARTS = 16;
  private static final int MAX_CHARACTERS = 200_000;

  /** Text and media of one message. */
  record Content(String text, List<Medium> media) {}

  private final boolean remoteMedia;
  private final Detail usual;
  private int characters;

  /**
   * @param remoteMedia whether http(s) addresses are taken
   * @param usual detail of pictures that say nothing about it
   */
  ContentParser(boolean remoteMedia, Detail usual) {
    this.remoteMedia = remoteMedia;
    this.usual = usual;
  }

  Content parse(JsonFields message) throws RequestException {
    JsonNode content =
        message
            .any("content")
            .orElseThrow(
                () ->
                    new RequestException(
                        ErrorCode.MISSING_FIELD,
                        message.path("content"),
                        message.path("content") + " is missing."));
    if (content.isTextual()) {
      return new Content(counted(content.textValue(), message.path("content")), List.of());
    }
    if (!content.isArray()) {
      throw message.mistake("content", "a string or an array of parts");
    }
    if (content.isEmpty() || content.size() > MAX_PARTS) {
      throw message.mistake("content", "1 to " + MAX_PARTS + " parts");
    }
    List<String> texts = new ArrayList<>();
    List<Medium> media = new ArrayList<>();
    for (int i = 0; i < content.size(); i++) {
      part(JsonFields.of(content.get(i), message.path("content") + "[" + i + "]"), texts, media);
    }
    return new Content(String.join("\n", texts), media);
  }

  private void part(JsonFields part, List<String> texts, List<Medium> media)
      throws RequestException {
    String type = part.text("type").orElseThrow(() -> missing(part, "type"));
    switch (type) {
      case "text" ->
          texts.add(
              counted(
                  part.text("text").orElseThrow(() -> missing(part, "text")), part.path("text")));
      case "image_url" -> media.add(medium(part, "image_url", Kind.IMAGE));
      case "video_url" -> media.add(medium(part, "video_url", Kind.VIDEO));
      default ->
          throw new RequestException(
              ErrorCode.UNSUPPORTED_CONTENT,
              part.path("type"),
              "Parts are of type text, image_url or video_url.");
    }
  }

  private Medium medium(JsonFields part, String name, Kind kind) throws RequestException {
    JsonNode value = part.any(name).orElseThrow(() -> missing(part, name));
    if (value.isTextual()) {
      return MediaAddress.parse(value.textValue(), kind, usual, part.path(name), remoteMedia);
    }
    JsonFields address = JsonFields.of(value, part.path(name));
    String url = address.text("url").orElseThrow(() -> missing(address, "url"));
    Detail detail = kind == Kind.IMAGE ? detail(address) : usual;
    return MediaAddress.parse(url, kind, detail, address.path("url"), remoteMedia);
  }

  private Detail detail(JsonFields address) throws RequestException {
    Optional<String> text = address.text("detail");
    if (text.isEmpty()) {
      return usual;
    }
    return Detail.named(text.get())
        .orElseThrow(() -> address.mistake("detail", "low, high or auto"));
  }

  private static RequestException missing(JsonFields fields, String name) {
    return new RequestException(
        ErrorCode.MISSING_FIELD, fields.path(name), fields.path(name) + " is missing.");
  }

  private String counted(String text, String path) throws RequestException {
    characters += text.length();
    if (characters > MAX_CHARACTERS) {
      throw new RequestException(
          ErrorCode.INVALID_VALUE,
          path,
          "The conversation has more than " + MAX_CHARACTERS + " characters of text.");
    }
    return text;
  }
}
