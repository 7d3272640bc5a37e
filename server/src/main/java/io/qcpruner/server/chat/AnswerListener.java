package io.qcpruner.server.chat;

import java.util.List;

/** Hears of answers while they are made, on the threads that make them. */
public interface AnswerListener {

  /** The prompt has been read; called once, before any piece. */
  void prefilled(PruningFacts facts);

  /**
   * The next piece of an answer: whole characters, never part of a stop string.
   *
   * @param choice number of the answer, from 0
   * @param chances of the tokens since the last piece; empty unless asked for
   */
  void piece(int choice, String text, List<TokenChance> chances);

  /** The next piece of the only answer. */
  default void piece(String text) {
    piece(0, text, List.of());
  }

  /** For callers that want the finished answers alone. */
  AnswerListener SILENT =
      new AnswerListener() {
        @Override
        public void prefilled(PruningFacts facts) {}

        @Override
        public void piece(int choice, String text, List<TokenChance> chances) {}
      };
}
