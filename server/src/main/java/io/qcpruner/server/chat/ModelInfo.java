package io.qcpruner.server.chat;

import java.util.List;

/**
 * The served model as clients see it.
 *
 * @param id name in requests and replies
 * @param visualTokens visual tokens of a typical picture
 * @param maxPromptTokens rows that a prompt may have
 * @param checksum first digits of the weights' digest
 * @param weights form of the large matrices
 * @param pictures pictures that one conversation may hold
 * @param clips whether clips are understood
 * @param recommended settings of QCPruner that were calibrated for it, as {@code name=value}
 * @param note what people should know before they ask it
 */
public record ModelInfo(
    String id,
    String family,
    int visualTokens,
    int maxPromptTokens,
    String checksum,
    String weights,
    int pictures,
    boolean clips,
    List<String> recommended,
    ModelNote note) {
  public ModelInfo {
    recommended = List.copyOf(recommended);
  }
}
