package io.qcpruner.langchain4j;

import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaSource;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Turn;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** LangChain4j's messages to a conversation and its pictures. */
final class MessageReader {
  private final List<Picture> pictures = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();
  private final List<String> system = new ArrayList<>();
  private final List<String> user = new ArrayList<>();
  private int shown;

  /** A picture and how much of it the model is to look at. */
  record Picture(MediaSource source, Detail detail) {}

  MessageReader(List<ChatMessage> messages) throws MediaException {
    for (ChatMessage message : messages) {
      if (message instanceof SystemMessage text) {
        system.add(text.text());
      } else if (message instanceof UserMessage asked) {
        for (Content content : asked.contents()) {
          content(content);
        }
      } else if (message instanceof AiMessage answer && !answer.hasToolExecutionRequests()) {
        endTurn(answer.text());
      } else {
        throw new UnsupportedFeatureException("messages of type " + message.type());
      }
    }
    endTurn(null);
  }

  private void content(Content content) throws MediaException {
    if (content instanceof TextContent text) {
      user.add(text.text());
    } else if (content instanceof ImageContent image) {
      pictures.add(new Picture(source(image.image()), detail(image.detailLevel())));
      shown++;
    } else {
      throw new UnsupportedFeatureException("content of type " + content.type());
    }
  }

  /** Low is what LangChain4j says for every picture unless told otherwise, so it says nothing. */
  private static Detail detail(ImageContent.DetailLevel level) {
    return switch (level) {
      case HIGH, ULTRA_HIGH -> Detail.HIGH;
      default -> Detail.AUTO;
    };
  }

  private static MediaSource source(Image image) throws MediaException {
    if (image.base64Data() == null) {
      return MediaSource.parse(image.url().toString());
    }
    try {
      return new MediaSource.Bytes("picture", Base64.getDecoder().decode(image.base64Data()));
    } catch (IllegalArgumentException e) {
      throw new MediaException("picture", "broken base64 content", e);
    }
  }

  private void endTurn(String answer) {
    turns.add(new Turn(shown, "", String.join("\n", user), answer));
    user.clear();
    shown = 0;
  }

  Conversation conversation() {
    return new Conversation(system.isEmpty() ? null : String.join("\n\n", system), turns);
  }

  List<Picture> pictures() {
    return pictures;
  }
}
