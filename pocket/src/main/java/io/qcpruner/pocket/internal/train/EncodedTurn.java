package io.qcpruner.pocket.internal.train;

import java.util.List;

/**
 * One question and its answer as tokens.
 *
 * @param ids from the newline after the picture to the end-of-text mark
 * @param answerStart index of the first answer token; the number of tokens for a past turn, whose
 *     answer is not to be learnt
 * @param clue first token of what has to be found before the answer can be said
 * @param mentions where objects are named
 * @param options where the lettered options are
 * @param claims what the question asserts
 */
record EncodedTurn(
    String family,
    int[] ids,
    int answerStart,
    int clue,
    List<Mention> mentions,
    List<Option> options,
    List<Claim> claims) {

  /** Whether this is a turn of the past, which is only read. */
  boolean isPast() {
    return answerStart == ids.length;
  }

  /** A copy of this turn as part of the past. */
  EncodedTurn asRead() {
    return new EncodedTurn(family, ids, ids.length, clue, List.of(), List.of(), List.of());
  }

  /** A word that the question asserts, and whether it is so. */
  record Claim(int token, boolean holds) {}

  /** The token that completes a noun phrase, and the objects it means. */
  record Mention(int token, List<Integer> objects) {}

  /** The tokens of an option: its letter and its last word. */
  record Option(int letter, int word, boolean right) {}
}
