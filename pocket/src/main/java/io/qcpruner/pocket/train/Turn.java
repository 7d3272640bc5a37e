package io.qcpruner.pocket.train;

import io.qcpruner.pocket.question.Family;
import java.util.List;

/**
 * One question and its answer as tokens.
 *
 * @param ids from the newline after the picture to the end-of-text mark
 * @param answerStart index of the first answer token
 * @param mentions where objects are named
 * @param rightOption last token of the right option, -1 without options
 */
record Turn(Family family, int[] ids, int answerStart, List<Mention> mentions, int rightOption) {

  /** The token that completes a noun phrase, and the objects it means. */
  record Mention(int token, List<Integer> objects) {}
}
