package io.qcpruner.media.internal.net;

import io.qcpruner.media.MediaException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One GET over a connection to an address that was checked. The clients of the JDK look the name up
 * themselves, and a hostile name server may answer them differently.
 */
final class PinnedExchange {

  private static final int MAX_HEAD = 1 << 16;

  private final String source;
  private final long end;
  private final long maxBody;

  /**
   * @param end nanosecond clock at which the exchange must be over
   */
  PinnedExchange(String source, long end, long maxBody) {
    this.source = source;
    this.end = end;
    this.maxBody = maxBody;
  }

  /** Status, headers with lower-case names, and the body of a good answer. */
  record Answer(int status, Map<String, String> headers, byte[] body) {}

  Answer get(URI given, InetAddress address) throws IOException {
    URI uri = URI.create(given.toASCIIString());
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    // a channel's socket ends its waiting when the thread is interrupted
    try (Socket plain = SocketChannel.open().socket()) {
      plain.connect(new InetSocketAddress(address, port), remaining());
      plain.setSoTimeout(remaining());
      try (Socket socket = secure ? secured(plain, uri.getHost(), port) : plain) {
        String path =
            uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String host = uri.getPort() >= 0 ? uri.getHost() + ":" + uri.getPort() : uri.getHost();
        String request =
            "GET "
                + path
                + query
                + " HTTP/1.1\r\nHost: "
                + host
                + "\r\nUser-Agent: qcpruner\r\nAccept: */*\r\nAccept-Encoding: identity\r\n"
                + "Connection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return read(new BufferedInputStream(new Timed(socket)));
      }
    }
  }

  private static Socket secured(Socket plain, String host, int port) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private int remaining() throws java.net.SocketTimeoutException {
    long millis = (end - System.nanoTime()) / 1_000_000;
    if (millis <= 0) {
      throw new java.net.SocketTimeoutException();
    }
    return (int) Math.min(millis, Integer.MAX_VALUE);
  }

  /** Gives every read only the time that is left of the whole exchange. */
  private final class Timed extends InputStream {
    private final Socket socket;
    private final InputStream in;

    Timed(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] to, int at, int length) throws IOException {
      socket.setSoTimeout(remaining());
      return in.read(to, at, length);
    }
  }

  private Answer read(InputStream in) throws IOException {
    int[] left = {MAX_HEAD};
    String status = line(in, left);
    if (!status.matches("HTTP/1\\.[01] [1-5][0-9][0-9].*")) {
      throw new MediaException(source, "the server does not speak HTTP");
    }
    Map<String, String> headers = new HashMap<>();
    for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.putIfAbsent(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).strip());
      }
    }
    int code = Integer.parseInt(status.substring(9, 12));
    return new Answer(code, headers, code == 200 ? body(in, headers) : new byte[0]);
  }

  private byte[] body(InputStream in, Map<String, String> headers) throws IOException {
    if (headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .contains("chunked")) {
      return chunks(in);
    }
    String declared = headers.getOrDefault("content-length", "");
    if (declared.isEmpty()) {
      byte[] body = in.readNBytes((int) maxBody);
      refuse(in.read() >= 0);
      return body;
    }
    if (!declared.matches("[0-9]{1,18}")) {
      throw new MediaException(source, "the server sent a broken length");
    }
    long length = Long.parseLong(declared);
    refuse(length > maxBody);
    return exactly(in, (int) length);
  }

  private byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int[] left = {MAX_HEAD};
    while (true) {
      String size = line(in, left).replaceAll(";.*", "").strip();
      if (!size.matches("[0-9A-Fa-f]{1,8}")) {
        throw new MediaException(source, "the server sent a broken chunk");
      }
      long length = Long.parseLong(size, 16);
      if (length == 0) {
        return body.toByteArray();
      }
      refuse(length > maxBody - body.size());
      body.writeBytes(exactly(in, (int) length));
      line(in, left);
      left[0] = MAX_HEAD;
    }
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the answer ended after " + bytes.length + " of " + length + " bytes");
    }
    return bytes;
  }

  private void refuse(boolean tooLong) throws MediaException {
    if (tooLong) {
      throw new MediaException(source, "the answer is over " + maxBody + " bytes");
    }
  }

  /** A line of the head, counted against what all of them may take. */
  private String line(InputStream in, int[] left) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the answer ended in its head");
      }
      if (--left[0] < 0) {
        throw new MediaException(source, "the head of the answer is over " + MAX_HEAD + " bytes");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
