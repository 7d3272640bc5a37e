package io.qcpruner.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A socket that sends what it is told, for requests that no client library would send. */
final class RawClient implements AutoCloseable {
  private final Socket socket = new Socket();

  RawClient(int port) throws IOException {
    socket.connect(new InetSocketAddress("127.0.0.1", port), 5000);
    socket.setSoTimeout(20_000);
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Sends in parts and stops as soon as the server answers, which may be before the end. */
  RawClient sendUntilAnswered(String text) throws IOException {
    int part = 8 << 10;
    for (int at = 0; at < text.length() && socket.getInputStream().available() == 0; at += part) {
      send(text.substring(at, Math.min(text.length(), at + part)));
    }
    return this;
  }

  /** Everything until the server closes, or until an end is seen. */
  String read(String end) throws IOException {
    StringBuilder out = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] part = new byte[8192];
    for (int n = in.read(part); n >= 0; n = in.read(part)) {
      out.append(new String(part, 0, n, StandardCharsets.ISO_8859_1));
      if (!end.isEmpty() && out.indexOf(end) >= 0) {
        break;
      }
    }
    return out.toString();
  }

  /** The status of a reply that ends the connection or not. */
  int status() throws IOException {
    String head = read("\r\n\r\n");
    return head.isEmpty() ? 0 : Integer.parseInt(head.split(" ")[1]);
  }

  /** Leaves as a killed process does. */
  void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  static String post(String path, String headers, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        + headers
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
