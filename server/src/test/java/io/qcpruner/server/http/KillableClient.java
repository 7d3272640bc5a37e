package io.qcpruner.server.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A client that is a process of its own, so that it can be killed: port, file with the body. */
final class KillableClient {
  private KillableClient() {}

  public static void main(String[] arguments) throws IOException {
    String body = Files.readString(Path.of(arguments[1]), StandardCharsets.ISO_8859_1);
    try (RawClient client = new RawClient(Integer.parseInt(arguments[0]))) {
      client.send(RawClient.post("/v1/chat/completions", "", body));
      System.out.println("sent");
      client.read("[DONE]");
    }
  }
}
