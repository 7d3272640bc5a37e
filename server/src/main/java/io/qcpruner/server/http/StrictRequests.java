package io.qcpruner.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Map;

/**
 * Marks requests as invalid that the HTTP library lets through or answers without a body: other
 * versions of HTTP and headers without a name. Sits before the library's own handler.
 */
final class StrictRequests extends ChannelInboundHandlerAdapter {

  /** Looks at every request of a connection from now on. */
  static void watch(HttpConnection connection) {
    ChannelHandlerContext library = ((HttpServerConnection) connection).channelHandlerContext();
    library.pipeline().addBefore(library.name(), null, new StrictRequests());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request && request.decoderResult().isSuccess()) {
      RequestException problem = problem(request);
      if (problem != null) {
        request.setDecoderResult(DecoderResult.failure(problem));
        request.setProtocolVersion(HttpVersion.HTTP_1_1);
      }
    }
    context.fireChannelRead(message);
  }

  private static RequestException problem(HttpRequest request) {
    HttpVersion version = request.protocolVersion();
    if (!version.equals(HttpVersion.HTTP_1_0) && !version.equals(HttpVersion.HTTP_1_1)) {
      return new RequestException(
          ErrorCode.HTTP_VERSION, "This server speaks HTTP/1.1 and HTTP/1.0.");
    }
    for (Map.Entry<String, String> header : request.headers()) {
      if (header.getKey().isEmpty()) {
        return new RequestException(ErrorCode.INVALID_HTTP, "A header has no name.");
      }
    }
    return null;
  }
}
