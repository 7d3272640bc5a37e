package io.qcpruner.examples;

import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.qcpruner.langchain4j.QcPrunerChatModel;
import io.qcpruner.langchain4j.QcPrunerMetadata;
import io.qcpruner.langchain4j.QcPrunerParameters;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** The embedded model behind LangChain4j's interface. */
public final class ChatModelQuestion {
  private ChatModelQuestion() {}

  /** The answer, and how many visual tokens were kept for it. */
  static String ask(Path picture, String question) throws IOException {
    String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(picture));
    try (VisionLanguageModel opened = PocketModel.open()) {
      QcPrunerChatModel model = new QcPrunerChatModel(opened, "embedded");
      ChatResponse reply =
          model.chat(
              ChatRequest.builder()
                  .messages(
                      UserMessage.from(
                          ImageContent.from(base64, "image/png"), TextContent.from(question)))
                  .parameters(
                      QcPrunerParameters.builder()
                          .pruning("qcpruner@64")
                          .maxOutputTokens(16)
                          .build())
                  .build());
      QcPrunerMetadata metadata = (QcPrunerMetadata) reply.metadata();
      return reply.aiMessage().text() + ": " + metadata.kept() + " of " + metadata.total();
    }
  }
}
