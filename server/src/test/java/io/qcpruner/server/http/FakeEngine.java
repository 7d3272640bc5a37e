package io.qcpruner.server.http;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.model.MethodDescription;
import io.qcpruner.model.PromptCounts;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatChoice;
import io.qcpruner.server.chat.ChatEngine;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.error.RequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Repeats the question, or does what it says: {@code hold} waits to be let go, {@code slow N} works
 * N layers of 5 ms, {@code break} fails with a foreign exception, {@code break later} after the
 * first piece, {@code memory} runs out of it, {@code long N} writes N words.
 */
public final class FakeEngine implements ChatEngine {
  public final CountDownLatch go = new CountDownLatch(1);
  public final AtomicInteger running = new AtomicInteger();
  public final AtomicInteger cancelled = new AtomicInteger();

  @Override
  public ModelInfo info() {
    return new ModelInfo(
        "fake", "fake", 576, 2048, "0123", "stored", 2, true, List.of(), ModelNote.NONE);
  }

  @Override
  public List<MethodDescription> methods() {
    return List.of(
        MethodDescription.of(
            Methods.named("random"),
            BackboneFacts.of("fake", Tower.CLASS_ROW, Views.PADDED_SQUARE, 4, 576)));
  }

  @Override
  public void check(MethodSpec method) {}

  @Override
  public ChatAnswer answer(
      ChatRequest request, String client, BooleanSupplier asked, AnswerListener listener)
      throws RequestException {
    running.incrementAndGet();
    try {
      return work(request, asked, listener);
    } catch (CancellationException e) {
      cancelled.incrementAndGet();
      throw e;
    } finally {
      running.decrementAndGet();
    }
  }

  private ChatAnswer work(ChatRequest request, BooleanSupplier asked, AnswerListener listener)
      throws RequestException {
    String text = request.question();
    if (text.equals("break")) {
      throw new IllegalStateException("secret /etc/path at 0xdeadbeef");
    }
    if (text.equals("memory")) {
      throw new OutOfMemoryError("heap");
    }
    if (text.equals("hold")) {
      hold(asked);
    }
    if (text.startsWith("slow ")) {
      for (int i = Integer.parseInt(text.substring(5)); i > 0; i--) {
        nap(5, asked);
      }
    }
    PruningFacts facts =
        new PruningFacts(
            request.method(),
            new PromptCounts(600, 576, 64, new long[] {1}, 1),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    listener.prefilled(facts);
    StringBuilder answer = new StringBuilder();
    int words = text.startsWith("long ") ? Integer.parseInt(text.substring(5)) : 1;
    for (int i = 0; i < words; i++) {
      if (asked.getAsBoolean()) {
        throw new CancellationException("asked");
      }
      String piece = words == 1 ? text : (i == 0 ? "" : " ") + "word" + i;
      answer.append(piece);
      listener.piece(piece);
    }
    if (text.equals("break later")) {
      throw new IllegalStateException("secret");
    }
    ChatChoice choice = new ChatChoice(answer.toString(), FinishReason.STOP, words, List.of());
    return new ChatAnswer(List.of(choice), 0, facts, Map.of(Part.DECODE, 1.0), "none");
  }

  private void hold(BooleanSupplier asked) {
    while (go.getCount() > 0) {
      nap(5, asked);
    }
  }

  private void nap(long millis, BooleanSupplier asked) {
    try {
      go.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (asked.getAsBoolean()) {
      throw new CancellationException("asked");
    }
  }

  @Override
  public void close() {
    go.countDown();
  }
}
