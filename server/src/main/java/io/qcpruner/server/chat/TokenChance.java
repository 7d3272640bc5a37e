package io.qcpruner.server.chat;

import java.util.List;

/**
 * A token of an answer and how likely it was.
 *
 * @param bytes UTF-8 bytes that it stands for, perhaps a part of a character
 * @param logprob natural logarithm of its probability
 * @param top the most likely tokens in its place; none are listed for those
 */
public record TokenChance(byte[] bytes, double logprob, List<TokenChance> top) {

  public TokenChance {
    top = List.copyOf(top);
  }
}
