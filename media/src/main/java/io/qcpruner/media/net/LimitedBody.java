package io.qcpruner.media.net;

import io.qcpruner.media.MediaException;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Collects a response and stops the transfer once it is over the limit. */
final class LimitedBody implements BodySubscriber<byte[]> {

  private final String source;
  private final long limit;
  private final long declared;
  private final CompletableFuture<byte[]> result = new CompletableFuture<>();
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Flow.Subscription subscription;

  /**
   * @param declared length that the server announces, 0 if it does not
   */
  LimitedBody(String source, long limit, long declared) {
    this.source = source;
    this.limit = limit;
    this.declared = declared;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription s) {
    subscription = s;
    if (declared > limit) {
      refuse();
    } else {
      s.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (part.remaining() > limit - received.size()) {
        refuse();
        return;
      }
      byte[] bytes = new byte[part.remaining()];
      part.get(bytes);
      received.writeBytes(bytes);
    }
    subscription.request(1);
  }

  private void refuse() {
    subscription.cancel();
    result.completeExceptionally(
        new MediaException(source, "the answer is over " + limit + " bytes"));
  }

  @Override
  public void onError(Throwable problem) {
    result.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    result.complete(received.toByteArray());
  }
}
