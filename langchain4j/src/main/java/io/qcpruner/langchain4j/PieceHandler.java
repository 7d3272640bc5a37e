package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Hands pieces to the user's handler and lets it cancel. What the handler throws is told to its own
 * {@code onError}, and the answer goes on, as LangChain4j wants it.
 */
final class PieceHandler implements Consumer<String>, StreamingHandle {
  private static final Logger LOG = Logger.getLogger(PieceHandler.class.getName());

  private final StreamingChatResponseHandler handler;
  private volatile boolean cancelled;

  PieceHandler(StreamingChatResponseHandler handler) {
    this.handler = handler;
  }

  @Override
  public void accept(String piece) {
    if (!cancelled) {
      tell(
          () ->
              handler.onPartialResponse(
                  new PartialResponse(piece), new PartialResponseContext(this)));
    }
  }

  void completed(ChatResponse response) {
    tell(() -> handler.onCompleteResponse(response));
  }

  void failed(RuntimeException failure) {
    try {
      handler.onError(failure);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a handler failed in onError", e);
    }
  }

  private void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }
}
