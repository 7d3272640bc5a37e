package io.qcpruner.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.model.HubChoice;
import io.qcpruner.model.ModelReference;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub's name means one snapshot for the whole evaluation. */
class EvalSpecTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path folder;
  private HttpServer server;
  private final List<String> listings = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void start() throws IOException {
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.A).withTowerApart(), source());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /**
   * The tower is fetched while the model is opened. The hub forgets the model's snapshot at that
   * moment, so whoever looked the name up again would have to ask it again.
   */
  @Test
  void theNameIsLookedUpOnce() throws IOException {
    String endpoint = "http://localhost:" + server.getAddress().getPort();
    HubChoice hub = new HubChoice(cache().toString(), endpoint, false);
    EvalSpec spec =
        new EvalSpec(
            ModelReference.of("org/name").withHub(hub), 1, "", false, TaskOptions.PAPER, 4, false);
    try (EvalModel model = spec.open(1)) {
      assertEquals("llava-1.5", model.card().family());
    }
    assertEquals(List.of("org/name", "synthetic/clip"), listings);
  }

  private Path source() {
    return folder.resolve("source");
  }

  private Path cache() {
    return folder.resolve("cache");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean tower = path.contains("synthetic/clip");
    Path files = tower ? source().resolve("tower") : source();
    Path file = files.resolve(path.substring(path.lastIndexOf('/') + 1));
    if (path.startsWith("/api/models/")) {
      listings.add(tower ? "synthetic/clip" : "org/name");
      if (tower) {
        forget();
      }
      send(exchange, 200, listing(files).getBytes(StandardCharsets.UTF_8));
    } else if (Files.isRegularFile(file)) {
      byte[] content = Files.readAllBytes(file);
      exchange.getResponseHeaders().set("ETag", '"' + sha256(content) + '"');
      send(exchange, 200, content);
    } else {
      send(exchange, 404, new byte[0]);
    }
  }

  private static String listing(Path files) throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      String names =
          all.filter(Files::isRegularFile)
              .map(file -> "{\"rfilename\":\"" + file.getFileName() + "\"}")
              .collect(Collectors.joining(","));
      return "{\"sha\":\"" + COMMIT + "\",\"siblings\":[" + names + "]}";
    }
  }

  /** Removes the note that says which snapshot the name stands for. */
  private void forget() throws IOException {
    try (Stream<Path> all = Files.walk(cache())) {
      for (Path ref : all.filter(path -> path.endsWith("refs/main")).toList()) {
        if (ref.toString().contains("name")) {
          Files.delete(ref);
        }
      }
    }
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
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
}
