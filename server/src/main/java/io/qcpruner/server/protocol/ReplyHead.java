package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a reply and all chunks of a stream begin with.
 *
 * @param created seconds since 1970
 * @param model served id, not the alias
 * @param fingerprint version, weights and their form
 */
public record ReplyHead(String id, long created, String model, String fingerprint) {

  ObjectNode begin(String object) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("object", object)
        .put("created", created)
        .put("model", model)
        .put("system_fingerprint", fingerprint);
  }
}
