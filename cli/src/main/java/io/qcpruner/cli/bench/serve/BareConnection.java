package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that sends a request in one write and reads the reply, so that what is measured is
 * the server and the socket: a client library adds a millisecond and more of its own.
 */
final class BareConnection implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;
  private final String host;

  BareConnection(URI origin) throws IOException {
    this.host = origin.getAuthority();
    this.socket = new Socket(origin.getHost(), origin.getPort());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(300_000);
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  ServeClient.Answer whole(String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
                .formatted(host)
            + "Content-Length: %d\r\n\r\n".formatted(content.length);
    byte[] request = new byte[head.length() + content.length];
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
    System.arraycopy(content, 0, request, head.length(), content.length);
    long start = System.nanoTime();
    socket.getOutputStream().write(request);
    int status = Integer.parseInt(line().split(" ")[1]);
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    byte[] reply = in.readNBytes(length);
    double millis = (System.nanoTime() - start) / 1e6;
    JsonNode json = JSON.readTree(reply);
    return new ServeClient.Answer(
        status,
        json.at("/choices/0/message/content").asText(),
        millis,
        millis,
        false,
        json.at("/timings/engine_ms").asDouble());
  }

  private String line() throws IOException {
    StringBuilder out = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r') {
        out.append((char) c);
      }
    }
    return out.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
