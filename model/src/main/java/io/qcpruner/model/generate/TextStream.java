package io.qcpruner.model.generate;

import java.util.List;
import java.util.function.Consumer;

/**
 * Turns the growing text of an answer into pieces that never have to be taken back: the end is held
 * while it could become a stop string or while its last character is incomplete.
 */
final class TextStream {
  private static final char INCOMPLETE = '\uFFFD';

  private final List<String> stops;
  private final Consumer<String> listener;
  private int sent;

  TextStream(List<String> stops, Consumer<String> listener) {
    this.stops = stops;
    this.listener = listener;
  }

  /** Where the first stop string begins, or -1. */
  int stopAt(String text) {
    return stops.stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
  }

  /** The text so far. */
  void update(String text) {
    send(text, safeEnd(text));
  }

  /** The final text. */
  void finish(String text) {
    send(text, text.length());
  }

  private void send(String text, int end) {
    if (end > sent) {
      listener.accept(text.substring(sent, end));
      sent = end;
    }
  }

  private int safeEnd(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == INCOMPLETE) {
      end--;
    }
    for (String stop : stops) {
      for (int length = Math.min(stop.length() - 1, end); length > 0; length--) {
        if (text.startsWith(stop.substring(0, length), end - length)) {
          end -= length;
          break;
        }
      }
    }
    return end;
  }
}
