package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.qcpruner.model.VisionLanguageModel;
import java.util.List;

/** A model in this process that answers whole; the caller closes the model. */
public final class QcPrunerChatModel implements ChatModel {
  private final ChatRun run;
  private final QcPrunerParameters defaults;
  private final List<ChatModelListener> listeners;

  public QcPrunerChatModel(VisionLanguageModel model, String name) {
    this(model, name, QcPrunerParameters.builder().build());
  }

  /**
   * @param defaults for requests that say nothing
   */
  public QcPrunerChatModel(VisionLanguageModel model, String name, QcPrunerParameters defaults) {
    this(model, name, defaults, List.of());
  }

  /**
   * @param listeners hear of every request, response and error
   */
  public QcPrunerChatModel(
      VisionLanguageModel model,
      String name,
      QcPrunerParameters defaults,
      List<ChatModelListener> listeners) {
    this.run = new ChatRun(model, name);
    this.defaults = defaults;
    this.listeners = List.copyOf(listeners);
    run.refuseUnsupported(defaults);
  }

  @Override
  public ChatRequestParameters defaultRequestParameters() {
    return defaults;
  }

  @Override
  public List<ChatModelListener> listeners() {
    return listeners;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return run.answer(request, piece -> {}, () -> false);
  }
}
