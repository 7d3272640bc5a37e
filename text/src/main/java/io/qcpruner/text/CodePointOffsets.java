package io.qcpruner.text;

/** Code point offsets of a text as UTF-16 offsets, for offsets that rise. */
final class CodePointOffsets {
  private final String text;
  private final boolean simple;
  private int codePoint;
  private int index;

  CodePointOffsets(String text) {
    this.text = text;
    this.simple = text.chars().noneMatch(c -> Character.isSurrogate((char) c));
  }

  int utf16(int offset) {
    if (simple) {
      return offset;
    }
    index = text.offsetByCodePoints(index, offset - codePoint);
    codePoint = offset;
    return index;
  }
}
