package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.qcpruner.model.VisionLanguageModel;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * A model in this process that answers piece by piece, on a thread of its own for each request; the
 * caller closes the model when all answers are complete.
 */
public final class QcPrunerStreamingChatModel implements StreamingChatModel {
  private final ChatRun run;
  private final QcPrunerParameters defaults;
  private final List<ChatModelListener> listeners;

  public QcPrunerStreamingChatModel(VisionLanguageModel model, String name) {
    this(model, name, QcPrunerParameters.builder().build());
  }

  /**
   * @param defaults for requests that say nothing
   */
  public QcPrunerStreamingChatModel(
      VisionLanguageModel model, String name, QcPrunerParameters defaults) {
    this(model, name, defaults, List.of());
  }

  /**
   * @param listeners hear of every request, response and error
   */
  public QcPrunerStreamingChatModel(
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
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    run.refuseUnsupported(request.parameters());
    Thread thread = new Thread(() -> answer(request, new PieceHandler(handler)), "qcpruner-answer");
    thread.setDaemon(true);
    thread.start();
  }

  private void answer(ChatRequest request, PieceHandler pieces) {
    ChatResponse response;
    try {
      response = run.answer(request, pieces, pieces::isCancelled);
    } catch (CancellationException e) {
      return; // who cancelled wants to hear nothing more
    } catch (RuntimeException e) {
      pieces.failed(e);
      return;
    }
    pieces.completed(response);
  }
}
