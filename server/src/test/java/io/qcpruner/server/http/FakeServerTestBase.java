package io.qcpruner.server.http;

import org.junit.jupiter.api.AfterEach;

/** A server without a model for each test, and raw requests to it. */
abstract class FakeServerTestBase {
  static final String ASK = "{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

  final Settings settings = new Settings();

  EmbeddedServer server;

  EmbeddedServer start() throws Exception {
    server = new EmbeddedServer(settings.build(), FakeEngine::new);
    return server;
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  String raw(String request) throws Exception {
    try (RawClient client = new RawClient(server.server().port())) {
      return client.send(request).read("}}");
    }
  }

  static int status(String reply) {
    return Integer.parseInt(reply.split(" ")[1]);
  }

  static String get(String host) {
    return "GET /live HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
  }

  static String post(String headers) {
    return RawClient.post("/v1/chat/completions", headers + "Connection: close\r\n", ASK);
  }
}
