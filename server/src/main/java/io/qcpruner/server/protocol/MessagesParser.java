package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.ArrayList;
import java.util.List;

/** Messages to a system text and turns: neighbours of one role are joined, the last asks. */
final class MessagesParser {
  private static final int MAX_MESSAGES = 64;

  private final ProtocolSettings settings;
  private final ContentParser contents;
  private final List<String> system = new ArrayList<>();
  private final List<ChatTurn> turns = new ArrayList<>();

  private final List<String> userTexts = new ArrayList<>();
  private final List<Medium> userMedia = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private boolean userSpokeLast;

  MessagesParser(ProtocolSettings settings) {
    this.settings = settings;
    this.contents = new ContentParser(settings.rules().mediaUrls(), settings.rules().detail());
  }

  void parse(JsonFields root) throws RequestException {
    ArrayNode messages =
        root.array("messages")
            .orElseThrow(
                () ->
                    new RequestException(
                        ErrorCode.MISSING_FIELD, "messages", "messages is missing."));
    if (messages.isEmpty() || messages.size() > MAX_MESSAGES) {
      throw root.mistake("messages", "1 to " + MAX_MESSAGES + " messages");
    }
    for (int i = 0; i < messages.size(); i++) {
      message(messages.get(i), "messages[" + i + "]");
    }
    if (!userSpokeLast) {
      throw new RequestException(
          ErrorCode.INVALID_VALUE, "messages", "The last message must be the user's.");
    }
    endTurn("messages[" + (messages.size() - 1) + "].content");
    requireMedia();
  }

  String system() {
    return system.isEmpty() ? null : String.join("\n\n", system);
  }

  /** The conversation; its last question alone where the model was taught single questions. */
  List<ChatTurn> turns() {
    return isAskedAlone() ? List.of(lastQuestion()) : turns;
  }

  /** Whether earlier turns are left out, because they would mislead the model. */
  boolean isAskedAlone() {
    return settings.model().note().singleTurn() && turns.size() > 1;
  }

  /** The last question with the pictures and clips of the whole conversation. */
  private ChatTurn lastQuestion() {
    List<Medium> media = turns.stream().flatMap(turn -> turn.media().stream()).toList();
    return new ChatTurn(media, turns.get(turns.size() - 1).text(), null);
  }

  private void message(JsonNode node, String path) throws RequestException {
    JsonFields message = JsonFields.of(node, path);
    String role =
        message
            .text("role")
            .orElseThrow(
                () ->
                    new RequestException(
                        ErrorCode.MISSING_FIELD, path + ".role", path + ".role is missing."));
    if (message.any("tool_calls").filter(calls -> !calls.isEmpty()).isPresent()
        || message.has("function_call")) {
      throw new RequestException(
          ErrorCode.UNSUPPORTED_CONTENT, path, "Calls of tools are not supported.");
    }
    userSpokeLast = role.equals("user");
    ContentParser.Content content;
    switch (role) {
      case "system", "developer" -> {
        content = textOnly(message, path);
        system.add(content.text());
      }
      case "user" -> {
        content = contents.parse(message);
        if (!answers.isEmpty()) {
          endTurn(path + ".content");
        }
        if (!content.text().isBlank()) {
          userTexts.add(content.text());
        }
        userMedia.addAll(content.media());
        if (content.text().isBlank() && content.media().isEmpty()) {
          throw noText(path + ".content");
        }
      }
      case "assistant" -> {
        content = textOnly(message, path);
        if (userTexts.isEmpty() && userMedia.isEmpty()) {
          throw new RequestException(
              ErrorCode.INVALID_VALUE, path + ".role", "The user speaks before the assistant.");
        }
        answers.add(content.text());
      }
      default ->
          throw new RequestException(
              ErrorCode.INVALID_VALUE,
              path + ".role",
              path + ".role must be system, developer, user or assistant.");
    }
  }

  private ContentParser.Content textOnly(JsonFields message, String path) throws RequestException {
    ContentParser.Content content = contents.parse(message);
    if (!content.media().isEmpty()) {
      throw new RequestException(
          ErrorCode.UNSUPPORTED_CONTENT,
          path + ".content",
          "Pictures and clips belong into user messages.");
    }
    return content;
  }

  private void endTurn(String path) throws RequestException {
    if (userTexts.isEmpty()) {
      throw noText(path);
    }
    String answer = answers.isEmpty() ? null : String.join("\n", answers);
    turns.add(new ChatTurn(userMedia, String.join("\n", userTexts), answer));
    userTexts.clear();
    userMedia.clear();
    answers.clear();
  }

  private static RequestException noText(String path) {
    return new RequestException(
        ErrorCode.MISSING_FIELD, path, "A user's turn needs text that is not blank.");
  }

  private void requireMedia() throws RequestException {
    List<Medium> media = turns.stream().flatMap(turn -> turn.media().stream()).toList();
    if (media.isEmpty() && !settings.model().note().textAlone()) {
      throw new RequestException(
          ErrorCode.MISSING_FIELD,
          "messages",
          settings.model().note().stills()
              ? "This model answers questions about a picture: add one as an image_url part."
              : "This model answers questions about a clip: add one as a video_url part.");
    }
    int most = Math.min(settings.rules().maxMedia(), settings.model().pictures());
    if (media.size() > most) {
      throw new RequestException(
          ErrorCode.TOO_MANY_MEDIA,
          media.get(most).param(),
          "This model takes at most "
              + most
              + (most == 1 ? " picture" : " pictures")
              + " per conversation here.");
    }
    for (Medium medium : media) {
      if (medium.kind() == Medium.Kind.VIDEO && !settings.model().clips()) {
        throw new RequestException(
            ErrorCode.UNSUPPORTED_CONTENT, medium.param(), "This model takes pictures, not clips.");
      }
    }
  }
}
