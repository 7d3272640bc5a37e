package io.qcpruner.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.pocket.PocketClips;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.local.LocalChatEngine;
import io.qcpruner.server.local.LocalSettings;
import io.qcpruner.server.sample.EmbeddedNote;
import io.qcpruner.server.sample.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** A server on a free port with the embedded model, and a client for it. */
public final class EmbeddedServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ChatServer server;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  public EmbeddedServer(ServerSettings settings) throws IOException {
    this(settings, EmbeddedServer::engine);
  }

  public EmbeddedServer(ServerSettings settings, EngineLoader loader) throws IOException {
    this.server = ChatServer.start(settings, loader);
    server.ready().join();
  }

  /** A server that wants one of these keys. */
  public static EmbeddedServer withKeys(EngineLoader loader, String... keys) throws IOException {
    Settings settings = new Settings();
    settings.access = new Access(ApiKeys.of(List.of(keys)), List.of(), List.of());
    return new EmbeddedServer(settings.build(), loader);
  }

  /** A server at the port of one that is gone. */
  public static EmbeddedServer at(int port, EngineLoader loader) throws IOException {
    Settings settings = new Settings();
    settings.port = port;
    return new EmbeddedServer(settings.build(), loader);
  }

  /** A server whose streams say where they are after such a silence. */
  public static EmbeddedServer commenting(EngineLoader loader, Duration silence)
      throws IOException {
    Settings settings = new Settings();
    Timeouts usual = Timeouts.DEFAULT;
    settings.timeouts =
        new Timeouts(usual.betweenBytes(), usual.wholeRequest(), usual.blockedWrite(), silence);
    return new EmbeddedServer(settings.build(), loader);
  }

  public static LocalChatEngine engine() throws IOException {
    return new LocalChatEngine(
        PocketModel.open(),
        new LocalSettings(
            "embedded",
            PocketModel.checksum().substring(0, 12),
            "stored",
            64L << 20,
            0,
            List.of(),
            List.of(),
            EmbeddedNote.PICTURES,
            LocalSettings.LIMITS));
  }

  /** The embedded model for clips. */
  public static LocalChatEngine clips() throws IOException {
    return new LocalChatEngine(
        PocketClips.open(),
        new LocalSettings(
            "embedded-clips",
            PocketClips.checksum().substring(0, 12),
            "stored",
            64L << 20,
            0,
            List.of(),
            List.of(),
            EmbeddedNote.CLIPS,
            LocalSettings.LIMITS));
  }

  public ChatServer server() {
    return server;
  }

  public String origin() {
    return "http://127.0.0.1:" + server.port();
  }

  public HttpClient client() {
    return client;
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(origin() + path)).build(), BodyHandlers.ofString());
  }

  public HttpRequest.Builder chat(String body) {
    return HttpRequest.newBuilder(URI.create(origin() + "/v1/chat/completions"))
        .timeout(Duration.ofSeconds(120))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  public HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return client.send(chat(body).build(), BodyHandlers.ofString());
  }

  public static JsonNode json(HttpResponse<String> response) throws IOException {
    return JSON.readTree(response.body());
  }

  /** A question about a sample scene, as a body to be changed. */
  public static ObjectNode question(int sample, String text) throws IOException {
    return question(new Samples().png(sample), text);
  }

  public static ObjectNode question(byte[] picture, String text) {
    ObjectNode body = JSON.createObjectNode().put("model", "embedded").put("max_tokens", 8);
    ObjectNode message = body.putArray("messages").addObject().put("role", "user");
    var parts = message.putArray("content");
    parts
        .addObject()
        .put("type", "image_url")
        .putObject("image_url")
        .put("url", "data:image/png;base64," + Base64.getEncoder().encodeToString(picture));
    parts.addObject().put("type", "text").put("text", text);
    return body;
  }

  /** The same with QCPruner as it was calibrated. */
  public static ObjectNode pruned(ObjectNode body, String method, int budget) {
    ObjectNode pruning = body.putObject("pruning").put("method", method).put("budget", budget);
    if (method.equals("qcpruner")) {
      pruning.put("layer", 3).put("rho", 0);
    }
    return body;
  }

  @Override
  public void close() {
    server.close();
  }
}
