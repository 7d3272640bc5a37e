package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.TokenChance;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.server.protocol.Timings;
import java.util.List;

/** Where the answer to a chat request goes; called by the threads of the slot. */
interface ChatReply {

  void prefilled(PruningFacts facts);

  /** Called by one thread at a time. */
  void piece(int choice, String text, List<TokenChance> chances);

  void finish(ChatAnswer answer, Timings timings);

  void fail(RequestException why);

  /** A bug of ours. */
  void internal(Throwable cause);
}
