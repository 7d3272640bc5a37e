package io.qcpruner.core.anchor;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The characters of a text that each piece of a tokenizer stands for. Written out for both kinds of
 * tokenizers, because the offsets that libraries report differ for a leading blank and for
 * characters that are split into bytes.
 */
final class PieceRanges {

  private static final char BLANK_MARK = '\u2581';
  private static final int BYTE_PIECE_LENGTH = "<0x0A>".length();

  private PieceRanges() {}

  /** One range per piece; pieces without a source are empty. */
  public static TextRange[] of(TokenizerKind kind, String text, List<String> pieces) {
    return kind == TokenizerKind.BYTE_LEVEL ? byteLevel(text, pieces) : sentencePiece(text, pieces);
  }

  /**
   * Llama: the pieces spell one blank mark (no source), then the text with its blanks replaced by
   * marks. A character outside the vocabulary is one piece per UTF-8 byte.
   */
  private static TextRange[] sentencePiece(String text, List<String> pieces) {
    TextRange[] ranges = new TextRange[pieces.size()];
    // the mark in front of the text; some tokenizers leave it out after a special token
    int at = pieces.isEmpty() || pieces.get(0).charAt(0) == BLANK_MARK ? -1 : 0;
    int bytesLeft = 0; // of the character at `at`
    for (int i = 0; i < ranges.length; i++) {
      String piece = pieces.get(i);
      if (isBytePiece(piece)) {
        checkInside(at, text, piece);
        int character = text.codePointAt(at);
        bytesLeft = bytesLeft == 0 ? utf8Length(character) : bytesLeft;
        int end = at + Character.charCount(character);
        ranges[i] = new TextRange(at, end);
        bytesLeft--;
        at = bytesLeft == 0 ? end : at;
      } else {
        int end = at + piece.length();
        checkInside(end - 1, text, piece);
        ranges[i] = new TextRange(Math.max(at, 0), Math.max(end, 0));
        at = end;
      }
    }
    return ranges;
  }

  /** Qwen2, GPT-2: each character of a piece stands for one UTF-8 byte of the text. */
  private static TextRange[] byteLevel(String text, List<String> pieces) {
    int bytes = pieces.stream().collect(Collectors.summingInt(String::length));
    int[] starts = new int[bytes];
    int[] ends = new int[bytes];
    int at = 0;
    for (int i = 0; i < text.length(); ) {
      int end = i + Character.charCount(text.codePointAt(i));
      for (int b = utf8Length(text.codePointAt(i)); b > 0 && at < bytes; b--, at++) {
        starts[at] = i;
        ends[at] = end;
      }
      i = end;
    }
    if (at != bytes) {
      throw new IllegalArgumentException(
          "pieces spell " + bytes + " bytes, the text has only " + at);
    }
    TextRange[] ranges = new TextRange[pieces.size()];
    int from = 0;
    for (int i = 0; i < ranges.length; i++) {
      int to = from + pieces.get(i).length();
      ranges[i] = from == to ? new TextRange(0, 0) : new TextRange(starts[from], ends[to - 1]);
      from = to;
    }
    return ranges;
  }

  /** {@code <0x0A>}: no merge of a vocabulary can spell this, so it is always a byte. */
  private static boolean isBytePiece(String piece) {
    return piece.length() == BYTE_PIECE_LENGTH && piece.startsWith("<0x") && piece.endsWith(">");
  }

  private static void checkInside(int last, String text, String piece) {
    if (last >= text.length()) {
      throw new IllegalArgumentException(
          "piece " + piece + " goes beyond a text of " + text.length() + " characters");
    }
  }

  private static int utf8Length(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
}
