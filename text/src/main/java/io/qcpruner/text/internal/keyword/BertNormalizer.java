package io.qcpruner.text.internal.keyword;

import java.text.Normalizer;

/** The text clean-up of BERT tokenizers, in the order of the HF library. */
final class BertNormalizer {

  private static final int DOTTED_CAPITAL_I = 0x130;
  private static final int COMBINING_DOT = 0x307;
  private static final int REPLACEMENT = 0xFFFD;

  private final BertRules rules;

  BertNormalizer(BertRules rules) {
    this.rules = rules;
  }

  String normalize(String text) {
    String clean = cleaned(text);
    if (rules.stripAccents() && !isAscii(clean)) {
      clean = withoutMarks(Normalizer.normalize(clean, Normalizer.Form.NFD));
    }
    return rules.lowerCase() ? lowerCased(clean) : clean;
  }

  private String cleaned(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (rules.cleanText() && isDropped(c)) {
        continue;
      }
      if (rules.cleanText() && isWhiteSpace(c)) {
        out.append(' ');
      } else if (rules.splitHan() && isHan(c)) {
        out.append(' ').appendCodePoint(c).append(' ');
      } else {
        out.appendCodePoint(c);
      }
    }
    return out.toString();
  }

  /** Control, format and private characters; line breaks and tabs count as white space. */
  private static boolean isDropped(int c) {
    if (c >= ' ' && c < 0x7F || c == '\t' || c == '\n' || c == '\r') {
      return false;
    }
    int type = Character.getType(c);
    return c == REPLACEMENT
        || type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.PRIVATE_USE
        || type == Character.SURROGATE; // half a character, which the library never sees
  }

  /** Unicode White_Space; the control characters among it that are dropped never come here. */
  static boolean isWhiteSpace(int c) {
    if (c < 0x80) {
      return c == ' ' || c >= '\t' && c <= '\r';
    }
    return c == 0x85 || Character.isSpaceChar(c);
  }

  private static boolean isHan(int c) {
    return c >= 0x3400
        && (c <= 0x4DBF
            || c >= 0x4E00 && c <= 0x9FFF
            || c >= 0xF900 && c <= 0xFAFF
            || c >= 0x20000 && c <= 0x2A6DF
            || c >= 0x2A700 && c <= 0x2CEAF
            || c >= 0x2F800 && c <= 0x2FA1F);
  }

  private static String withoutMarks(String decomposed) {
    StringBuilder out = new StringBuilder(decomposed.length());
    decomposed
        .codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** Code point by code point, so without the rule for the final sigma. */
  private static String lowerCased(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      out.appendCodePoint(Character.toLowerCase(c));
      if (c == DOTTED_CAPITAL_I) {
        out.appendCodePoint(COMBINING_DOT);
      }
    }
    return out.toString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }
}
