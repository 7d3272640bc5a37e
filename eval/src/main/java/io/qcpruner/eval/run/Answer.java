package io.qcpruner.eval.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a model said and what it cost.
 *
 * @param text decoded answer without special tokens
 * @param completionTokens generated tokens
 * @param finishReason why generation ended: {@code stop} or {@code length}
 * @param visualTokens visual tokens before pruning
 * @param keptTokens visual tokens after the last stage
 * @param rowsPerLayer rows that entered each decoder layer in the prefill
 * @param structuralRows newlines and marks of the picture among them, which no budget counts
 * @param ms milliseconds per stage; {@code prefill} and {@code decode} (per token) feed the
 *     efficiency table
 * @param anchors query words that steered the choice
 * @param peakBytes largest memory of the process while this was answered, 0 if unknown
 */
public record Answer(
    String text,
    int completionTokens,
    String finishReason,
    int visualTokens,
    int keptTokens,
    int[] rowsPerLayer,
    int structuralRows,
    Map<String, Double> ms,
    List<String> anchors,
    long peakBytes) {

  public Answer {
    ms = java.util.Collections.unmodifiableMap(new TreeMap<>(ms));
    anchors = List.copyOf(anchors);
  }
}
