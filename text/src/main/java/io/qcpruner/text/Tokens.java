package io.qcpruner.text;

/**
 * Encoded text: ids and, for each, the range of UTF-16 characters it stands for. Several byte
 * tokens of one character share its range; a token that stands for nothing in the text (a dummy
 * prefix) has an empty one.
 */
public record Tokens(int[] ids, int[] starts, int[] ends) {

  public Tokens {
    if (ids.length != starts.length || ids.length != ends.length) {
      throw new IllegalArgumentException(
          "%d ids, %d starts, %d ends".formatted(ids.length, starts.length, ends.length));
    }
  }

  public int size() {
    return ids.length;
  }
}
