package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.protocol.Timings;

/** Where the answer to a chat request goes; called by the slot's thread. */
interface ChatReply {

  void prefilled(PruningFacts facts);

  void piece(String text);

  void finish(ChatAnswer answer, Timings timings);

  void fail(RequestException why);

  /** A bug of ours. */
  void internal(Throwable cause);
}
