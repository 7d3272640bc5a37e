package io.qcpruner.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Server-sent events as a client reads them. */
final class Sse {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Sse() {}

  static List<JsonNode> chunks(String body) throws IOException {
    List<JsonNode> out = new ArrayList<>();
    for (String line : body.split("\n")) {
      if (line.startsWith("data: ") && !line.equals("data: [DONE]")) {
        out.add(JSON.readTree(line.substring(6)));
      }
    }
    return out;
  }

  static String text(List<JsonNode> chunks) {
    StringBuilder out = new StringBuilder();
    chunks.forEach(c -> out.append(c.at("/choices/0/delta/content").asText("")));
    return out.toString();
  }
}
