package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A stand-in of a hub on the loopback address: each repository is the files of one folder. */
final class LocalHub implements AutoCloseable {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final int NAME_PARTS = 2;

  private final HttpServer server;
  private final Map<String, Path> repositories = new ConcurrentHashMap<>();

  private LocalHub(HttpServer server) {
    this.server = server;
  }

  static LocalHub start() throws IOException {
    LocalHub hub =
        new LocalHub(
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    hub.server.createContext("/", hub::answer);
    hub.server.start();
    return hub;
  }

  LocalHub with(String name, Path folder) {
    repositories.put(name, folder);
    return this;
  }

  String address() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(1);
    boolean listing = path.startsWith("api/models/");
    String[] parts = (listing ? path.substring("api/models/".length()) : path).split("/");
    Path folder = parts.length < NAME_PARTS ? null : repositories.get(parts[0] + "/" + parts[1]);
    Path file = folder == null ? null : folder.resolve(parts[parts.length - 1]);
    if (listing && folder != null && path.endsWith("/revision/main")) {
      send(exchange, 200, listing(folder));
    } else if (!listing && folder != null && path.contains("/resolve/" + COMMIT) && isFile(file)) {
      byte[] content = Files.readAllBytes(file);
      exchange.getResponseHeaders().set("ETag", '"' + sha256(content) + '"');
      send(exchange, 200, content);
    } else {
      send(exchange, 404, new byte[0]);
    }
  }

  private static boolean isFile(Path file) {
    return Files.isRegularFile(file);
  }

  private static byte[] listing(Path folder) throws IOException {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("sha", COMMIT);
    ArrayNode siblings = root.putArray("siblings");
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> sorted = files.filter(LocalHub::isFile).sorted().toList();
      sorted.forEach(f -> siblings.addObject().put("rfilename", f.getFileName().toString()));
    }
    return root.toString().getBytes(StandardCharsets.UTF_8);
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

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
