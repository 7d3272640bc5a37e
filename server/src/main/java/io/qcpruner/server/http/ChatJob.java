package io.qcpruner.server.http;

import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.TokenChance;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.metrics.ServerMetrics;
import io.qcpruner.server.metrics.ServerMetrics.Outcome;
import io.qcpruner.server.protocol.Timings;
import io.qcpruner.server.schedule.CancelFlag;
import io.qcpruner.server.schedule.CancelFlag.Reason;
import io.qcpruner.server.schedule.Job;
import java.util.List;
import java.util.concurrent.CancellationException;

/** A chat request from the waiting line through a slot to its reply. */
final class ChatJob implements Job {
  private final Served served;
  private final ServerMetrics metrics;
  private final ChatRequest request;
  private final String client;
  private final long arrival;
  private final CancelFlag cancellation;
  private final ChatReply reply;

  ChatJob(
      Served served,
      ServerMetrics metrics,
      ChatRequest request,
      String client,
      long arrival,
      CancelFlag cancellation,
      ChatReply reply) {
    this.served = served;
    this.metrics = metrics;
    this.request = request;
    this.client = client;
    this.arrival = arrival;
    this.cancellation = cancellation;
    this.reply = reply;
  }

  @Override
  public String client() {
    return client;
  }

  @Override
  public long bytes() {
    return request.bytes();
  }

  @Override
  public boolean isCancelled() {
    return cancellation.getAsBoolean();
  }

  @Override
  public void refuse(RequestException why) {
    reply.fail(why);
  }

  @Override
  public void shutDown() {
    cancellation.cancel(Reason.SHUTDOWN);
  }

  /** The client left while this waited. */
  void withdrawn() {
    metrics.ended(Outcome.CANCELLED, request.method().name(), System.nanoTime() - arrival);
  }

  @Override
  public void run(int slot, long queuedNanos) {
    metrics.queued(queuedNanos);
    Outcome outcome = Outcome.ERROR;
    try {
      if (isCancelled()) {
        throw new CancellationException("cancelled while waiting");
      }
      long start = System.nanoTime();
      ChatAnswer answer = served.engine().answer(request, client, cancellation, new Pieces());
      long end = System.nanoTime();
      served.scheduler().answered(this);
      reply.finish(
          answer, new Timings(queuedNanos / 1e6, (end - start) / 1e6, (end - arrival) / 1e6, slot));
      metrics.answered(answer);
      outcome = answer.finish() == FinishReason.STOP ? Outcome.STOP : Outcome.LENGTH;
    } catch (CancellationException e) {
      outcome = cancelled();
    } catch (RequestException e) {
      reply.fail(e);
    } catch (OutOfMemoryError e) {
      reply.fail(
          new RequestException(
              ErrorCode.OUT_OF_MEMORY, "Not enough memory for this request at the moment."));
    } catch (RuntimeException e) {
      reply.internal(e);
    } finally {
      metrics.ended(outcome, request.method().name(), System.nanoTime() - arrival);
    }
  }

  private Outcome cancelled() {
    if (cancellation.reason() == Reason.TIMEOUT) {
      reply.fail(
          new RequestException(
              ErrorCode.REQUEST_TIMEOUT, "The answer took longer than this server allows."));
      return Outcome.ERROR;
    }
    if (cancellation.reason() == Reason.SHUTDOWN) {
      reply.fail(
          new RequestException(ErrorCode.DRAINING, "The server is shutting down; ask another."));
    }
    return Outcome.CANCELLED;
  }

  /**
   * Passes the pieces of all answers on, one after the other, and notes when the first one came.
   */
  private final class Pieces implements AnswerListener {
    private boolean any;

    @Override
    public void prefilled(PruningFacts facts) {
      reply.prefilled(facts);
    }

    @Override
    public synchronized void piece(int choice, String text, List<TokenChance> chances) {
      if (!any) {
        any = true;
        metrics.firstPiece(System.nanoTime() - arrival);
      }
      reply.piece(choice, text, chances);
    }
  }
}
