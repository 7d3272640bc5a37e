package io.qcpruner.server.chat;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.MethodDescription;
import io.qcpruner.server.error.RequestException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Answers chat requests with a model; used by several threads at once. */
public interface ChatEngine extends AutoCloseable {

  ModelInfo info();

  List<MethodDescription> methods();

  /** Refuses every request once this model can't answer any more; quick, and asked often. */
  default void requireUsable() throws RequestException {}

  /** Refuses a method that can't serve this model, before a request waits for its turn. */
  void check(MethodSpec method) throws RequestException;

  /**
   * Answers on the calling thread.
   *
   * @param client who asks; nothing cached for one client is used for another
   * @param cancelled asked often; once true the call ends soon
   * @throws CancellationException when it was cancelled
   * @throws RequestException when the request turns out to be at fault
   */
  ChatAnswer answer(
      ChatRequest request, String client, BooleanSupplier cancelled, AnswerListener listener)
      throws RequestException;

  /**
   * Called once by every thread that will answer, before its first request.
   *
   * @param slots how many such threads there are
   */
  default void slotStarted(int slots) {}

  /** What the vision cache did so far. */
  default CacheCounts cacheCounts() {
    return CacheCounts.ZERO;
  }

  @Override
  void close();
}
