package io.qcpruner.server.chat;

import io.qcpruner.model.generate.FinishReason;
import java.util.List;

/**
 * One of the answers to a request.
 *
 * @param text without blanks at either end; the pieces the listener got, joined
 * @param tokens generated tokens
 * @param chances how likely each token was; empty unless asked for
 */
public record ChatChoice(String text, FinishReason finish, int tokens, List<TokenChance> chances) {

  public ChatChoice {
    chances = List.copyOf(chances);
  }
}
