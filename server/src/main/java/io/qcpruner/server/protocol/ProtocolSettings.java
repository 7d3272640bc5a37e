package io.qcpruner.server.protocol;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.server.chat.ModelInfo;
import java.util.List;

/**
 * What the server's options say about requests.
 *
 * @param model the served model
 * @param aliases further ids that {@code model} may have
 * @param anyModel whether every id is taken
 * @param maxBody bytes of a body
 * @param maxTokensLimit most new tokens of any request
 * @param defaultMaxTokens new tokens of a request that says nothing
 * @param maxMedia pictures and clips of one conversation
 * @param mediaUrls whether http(s) addresses are fetched
 * @param method for requests that say nothing about it
 */
public record ProtocolSettings(
    ModelInfo model,
    List<String> aliases,
    boolean anyModel,
    int maxBody,
    int maxTokensLimit,
    int defaultMaxTokens,
    int maxMedia,
    boolean mediaUrls,
    MethodSpec method) {

  public ProtocolSettings {
    aliases = List.copyOf(aliases);
  }

  boolean serves(String id) {
    return anyModel || id.equals(model.id()) || aliases.contains(id);
  }
}
