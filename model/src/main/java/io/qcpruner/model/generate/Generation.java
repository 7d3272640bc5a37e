package io.qcpruner.model.generate;

/**
 * A generated answer.
 *
 * @param ids generated ids, without the stop id
 * @param text decoded text, trimmed
 * @param reason why it ended
 */
public record Generation(int[] ids, String text, FinishReason reason) {}
