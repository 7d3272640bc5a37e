package io.qcpruner.text;

/** Texts from anywhere, made safe for code that expects whole characters. */
final class Utf16 {
  private Utf16() {}

  /** A copy of the text with lone surrogates replaced one for one, so that offsets stay. */
  static String wellFormed(String text) {
    StringBuilder fixed = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        fixed = fixed == null ? new StringBuilder(text) : fixed;
        fixed.setCharAt(i, '\uFFFD');
      }
    }
    return fixed == null ? text : fixed.toString();
  }
}
