package io.qcpruner.model.generate;

import java.util.List;

/**
 * A generated answer.
 *
 * @param ids generated ids, without the stop id
 * @param text decoded text, trimmed
 * @param reason why it ended
 * @param scores how likely each of the ids was, where that was asked for
 */
public record Generation(int[] ids, String text, FinishReason reason, List<TokenScore> scores) {

  public Generation {
    scores = List.copyOf(scores);
  }
}
