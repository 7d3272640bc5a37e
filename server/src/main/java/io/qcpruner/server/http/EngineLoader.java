package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatEngine;

/** Opens the model; called once, when the socket is already bound. */
public interface EngineLoader {
  ChatEngine load() throws Exception;
}
