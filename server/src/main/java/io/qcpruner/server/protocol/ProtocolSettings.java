package io.qcpruner.server.protocol;

import io.qcpruner.server.chat.ModelInfo;

/** The served model, and what requests to it may ask for. */
public record ProtocolSettings(ModelInfo model, RequestRules rules) {

  boolean serves(String id) {
    RequestRules.Names names = rules.names();
    return names.any() || id.equals(model.id()) || names.aliases().contains(id);
  }
}
