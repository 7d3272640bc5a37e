package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.TokenChance;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.protocol.ReplyHead;
import io.qcpruner.server.protocol.ReplyJson;
import io.qcpruner.server.protocol.Timings;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** One JSON object when the answer is finished. */
final class WholeReply implements ChatReply {
  private final Exchange exchange;
  private final Context loop;
  private final SlotOutput output;
  private final ReplyHead head;
  private final ChatRequest request;

  WholeReply(
      Exchange exchange, Context loop, SlotOutput output, ReplyHead head, ChatRequest request) {
    this.exchange = exchange;
    this.loop = loop;
    this.output = output;
    this.head = head;
    this.request = request;
  }

  @Override
  public void prefilled(PruningFacts facts) {}

  @Override
  public void piece(int choice, String text, List<TokenChance> chances) {}

  @Override
  public void finish(ChatAnswer answer, Timings timings) {
    Buffer body = Buffer.buffer(ReplyJson.of(head, request, answer, timings));
    output.await(
        () -> {
          ReplyHeaders.put(exchange.response(), request, answer.pruning());
          return exchange
              .response()
              .setStatusCode(200)
              .putHeader("Content-Type", Exchange.JSON)
              .end(body);
        });
    exchange.logAnswer(answer);
  }

  @Override
  public void fail(RequestException why) {
    loop.runOnContext(v -> exchange.fail(why));
  }

  @Override
  public void internal(Throwable cause) {
    loop.runOnContext(v -> exchange.internal(cause));
  }
}
