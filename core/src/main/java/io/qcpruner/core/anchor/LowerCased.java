package io.qcpruner.core.anchor;

import java.util.Locale;

/**
 * A text in lower case, with the way back to the original. Full Unicode mapping, final sigma
 * included.
 */
final class LowerCased {

  private static final char DOTTED_CAPITAL_I = '\u0130';

  private final String text;

  /** Original index of each lower-case index, null when they are the same. */
  private final int[] origins;

  LowerCased(String original) {
    text = original.toLowerCase(Locale.ROOT);
    origins = text.length() == original.length() ? null : origins(original, text.length());
  }

  String text() {
    return text;
  }

  /** The original range of the lower-case range [start, end). */
  TextRange origin(int start, int end) {
    if (origins == null) {
      return new TextRange(start, end);
    }
    return new TextRange(origins[start], origins[end - 1] + 1);
  }

  /** U+0130 alone changes length: it becomes i and a combining dot, both from the same place. */
  private static int[] origins(String original, int length) {
    int[] origins = new int[length];
    int at = 0;
    for (int i = 0; i < original.length(); i++) {
      origins[at++] = i;
      if (original.charAt(i) == DOTTED_CAPITAL_I) {
        origins[at++] = i;
      }
    }
    assert at == length : "lower case has " + length + " units, " + at + " were mapped";
    return origins;
  }
}
