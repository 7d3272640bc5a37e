package io.qcpruner.core.anchor;

import java.util.Comparator;

/**
 * Strings by code point, as Python sorts them; {@link String#compareTo} puts supplementary
 * characters before U+E000.
 */
enum CodePointOrder implements Comparator<String> {
  INSTANCE;

  @Override
  public int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char l = left.charAt(i);
      char r = right.charAt(i);
      if (l != r) {
        // surrogates stand for code points above all others
        boolean sameKind = Character.isSurrogate(l) == Character.isSurrogate(r);
        return sameKind ? Character.compare(l, r) : Character.isSurrogate(l) ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
