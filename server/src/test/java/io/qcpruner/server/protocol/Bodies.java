package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.chat.ModelNote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Request bodies for tests. */
final class Bodies {
  static final ObjectMapper JSON = new ObjectMapper();

  private Bodies() {}

  static ProtocolSettings settings(int pictures, boolean remote) {
    return settings(pictures, remote, ModelNote.NONE);
  }

  static ProtocolSettings settings(int pictures, boolean remote, ModelNote note) {
    return new ProtocolSettings(
        new ModelInfo(
            "embedded",
            "llava-1.5",
            576,
            2048,
            "0",
            "stored",
            pictures,
            pictures > 1,
            List.of(),
            note),
        RequestRules.DEFAULT
            .with(new RequestRules.Names(List.of("gpt-4o"), false))
            .withMaxBody(1 << 20)
            .withMediaUrls(remote));
  }

  /** A question with further top-level fields, as JSON text without braces. */
  static byte[] with(String fields) {
    String more = fields.isEmpty() ? "" : "," + fields;
    return bytes("{\"messages\":[{\"role\":\"user\",\"content\":\"What is it?\"}]" + more + "}");
  }

  static byte[] messages(String messages) {
    return bytes("{\"messages\":" + messages + "}");
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static ObjectNode object(String text) throws IOException {
    return (ObjectNode) JSON.readTree(text);
  }
}
