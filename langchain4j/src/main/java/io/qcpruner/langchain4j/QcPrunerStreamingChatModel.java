package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.qcpruner.model.VisionLanguageModel;

/** A model in this process that answers piece by piece, on the calling thread. */
public final class QcPrunerStreamingChatModel implements StreamingChatModel {
  private final ChatRun run;
  private final QcPrunerParameters defaults;

  public QcPrunerStreamingChatModel(VisionLanguageModel model, String name) {
    this(model, name, QcPrunerParameters.builder().build());
  }

  /**
   * @param defaults for requests that say nothing
   */
  public QcPrunerStreamingChatModel(
      VisionLanguageModel model, String name, QcPrunerParameters defaults) {
    this.run = new ChatRun(model, name);
    this.defaults = defaults;
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return defaults;
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    ChatResponse response;
    try {
      response = run.answer(request, handler::onPartialResponse);
    } catch (RuntimeException e) {
      handler.onError(e);
      return;
    }
    handler.onCompleteResponse(response);
  }
}
