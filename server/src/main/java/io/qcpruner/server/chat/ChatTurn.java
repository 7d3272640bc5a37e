package io.qcpruner.server.chat;

import java.util.List;

/**
 * A user's turn and, for past turns, the assistant's.
 *
 * @param media pictures and clips shown with the text, in order
 * @param answer what the assistant said; null for the turn to be answered
 */
public record ChatTurn(List<Medium> media, String text, String answer) {
  public ChatTurn {
    media = List.copyOf(media);
  }
}
