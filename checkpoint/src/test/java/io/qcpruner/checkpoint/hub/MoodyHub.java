package io.qcpruner.checkpoint.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A hub on this machine. Weights are "large": the hub answers with their SHA-256 and a redirect to
 * a second server, as real hubs do; the next moods of that server spoil its next answers.
 */
final class MoodyHub implements AutoCloseable {
  static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  /** What the storage server does to a transfer. */
  enum Mood {
    /** Promises everything, sends half and hangs up. */
    DROP,
    /** Sends half and says that this is all. */
    SHORT,
    /** Flips a byte. */
    CORRUPT,
    /** Status 503. */
    BUSY,
    /** Sends everything although a range was asked for. */
    IGNORE_RANGE,
    /** Status 416. */
    REFUSE_RANGE,
    /** Sends a byte too much. */
    LONG,
    /** Sends half and then nothing, but stays. */
    STALL,
    /** Sends half and then a byte now and then. */
    DRIP
  }

  private final HttpServer hub;
  private final HttpServer storage;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean closed;
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final Deque<Mood> moods = new ArrayDeque<>();
  final List<String> requests = new CopyOnWriteArrayList<>();
  String listing;

  MoodyHub() throws IOException {
    hub = start(this::answerHub);
    storage = start(this::answerStorage);
  }

  private HttpServer start(com.sun.net.httpserver.HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", handler);
    // a transfer that stalls must not keep the next request waiting
    server.setExecutor(threads);
    server.start();
    return server;
  }

  URI address() {
    return URI.create("http://localhost:" + hub.getAddress().getPort());
  }

  void add(String name, byte[] content) {
    files.put(name, content);
  }

  /** Serves every regular file of a folder. */
  void addAll(Path folder) throws IOException {
    try (var found = Files.list(folder)) {
      for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
        add(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
  }

  void next(Mood... next) {
    moods.addAll(List.of(next));
  }

  private void answerHub(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    log("hub", exchange);
    if (path.equals("/api/models/org/name/revision/main")) {
      send(exchange, 200, listing().getBytes(StandardCharsets.UTF_8));
      return;
    }
    String prefix = "/org/name/resolve/" + COMMIT + "/";
    byte[] content = path.startsWith(prefix) ? files.get(path.substring(prefix.length())) : null;
    if (content == null) {
      send(exchange, 404, new byte[0]);
      return;
    }
    boolean large = path.endsWith(".safetensors") || path.endsWith(".bin");
    if (large) {
      exchange.getResponseHeaders().set("X-Linked-Etag", '"' + hex("SHA-256", content) + '"');
      exchange.getResponseHeaders().set("X-Linked-Size", String.valueOf(content.length));
      exchange
          .getResponseHeaders()
          .set(
              "Location",
              "http://127.0.0.1:"
                  + storage.getAddress().getPort()
                  + "/"
                  + path.substring(prefix.length()));
      send(exchange, 302, new byte[0]);
    } else {
      byte[] head = ("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII);
      exchange.getResponseHeaders().set("ETag", "W/\"" + hex("SHA-1", head, content) + '"');
      send(exchange, 200, content);
    }
  }

  private void answerStorage(HttpExchange exchange) throws IOException {
    log("storage", exchange);
    byte[] content = files.get(exchange.getRequestURI().getPath().substring(1));
    exchange.getResponseHeaders().set("ETag", "\"storage-has-its-own-names\"");
    if (exchange.getRequestMethod().equals("HEAD")) {
      send(exchange, 200, content);
      return;
    }
    Mood mood = moods.poll();
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = 0;
    if (range != null && mood != Mood.IGNORE_RANGE) {
      from = Integer.parseInt(range.replaceAll("\\D", ""));
    }
    byte[] rest = java.util.Arrays.copyOfRange(content, from, content.length);
    int status = from > 0 ? 206 : 200;
    if (from > 0) {
      exchange
          .getResponseHeaders()
          .set(
              "Content-Range",
              "bytes %d-%d/%d".formatted(from, content.length - 1, content.length));
    }
    if (mood == null || mood == Mood.IGNORE_RANGE) {
      send(exchange, status, rest);
      return;
    }
    spoil(exchange, mood, status, rest);
  }

  private void spoil(HttpExchange exchange, Mood mood, int status, byte[] rest) throws IOException {
    switch (mood) {
      case DROP -> {
        exchange.sendResponseHeaders(status, rest.length);
        exchange.getResponseBody().write(rest, 0, rest.length / 2);
        exchange.getResponseBody().flush();
        exchange.close();
      }
      case SHORT -> send(exchange, status, java.util.Arrays.copyOf(rest, rest.length / 2));
      case LONG -> send(exchange, status, java.util.Arrays.copyOf(rest, rest.length + 1));
      case CORRUPT -> {
        byte[] bad = rest.clone();
        bad[bad.length / 2] ^= 1;
        send(exchange, status, bad);
      }
      case STALL, DRIP -> {
        exchange.sendResponseHeaders(status, rest.length);
        exchange.getResponseBody().write(rest, 0, rest.length / 2);
        exchange.getResponseBody().flush();
        for (int i = 0; i < 100 && !closed; i++) {
          pause();
          if (mood == Mood.DRIP) {
            exchange.getResponseBody().write(rest[rest.length / 2 + i]);
            exchange.getResponseBody().flush();
          }
        }
        exchange.close();
      }
      case BUSY -> send(exchange, 503, new byte[0]);
      case REFUSE_RANGE -> send(exchange, 416, new byte[0]);
      default -> throw new AssertionError(mood);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
    }
    exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
    if (!head && body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private String listing() {
    if (listing != null) {
      return listing;
    }
    return files.entrySet().stream()
        .map(f -> "{\"rfilename\":\"%s\",\"size\":%d}".formatted(f.getKey(), f.getValue().length))
        .collect(Collectors.joining(",", "{\"sha\":\"" + COMMIT + "\",\"siblings\":[", "]}"));
  }

  private void log(String server, HttpExchange exchange) {
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    String range = exchange.getRequestHeaders().getFirst("Range");
    requests.add(
        "%s %s %s%s%s"
            .formatted(
                server,
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                range == null ? "" : " " + range,
                token == null ? "" : " with token"));
  }

  static String hex(String algorithm, byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      for (byte[] part : parts) {
        digest.update(part);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdownNow();
    hub.stop(0);
    storage.stop(0);
  }
}
