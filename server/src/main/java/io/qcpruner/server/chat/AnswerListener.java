package io.qcpruner.server.chat;

/** Hears of an answer while it is made, on the thread that makes it. */
public interface AnswerListener {

  /** The prompt has been read; called once, before any piece. */
  void prefilled(PruningFacts facts);

  /** The next piece of the answer: whole characters, never part of a stop string. */
  void piece(String text);

  /** For callers that want the finished answer alone. */
  AnswerListener SILENT =
      new AnswerListener() {
        @Override
        public void prefilled(PruningFacts facts) {}

        @Override
        public void piece(String text) {}
      };
}
