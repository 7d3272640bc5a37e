package io.qcpruner.text.internal.keyword;

/**
 * Finds word pieces in a vocabulary without cutting strings: open addressing over {@link
 * String#hashCode}, which grows character by character, so all prefixes of a word are hashed in one
 * pass.
 */
final class PieceTable {

  private final String[] tokens;
  private final int[] slots;
  private final int mask;
  private final int longest;
  private final String continuation;

  PieceTable(String[] tokens, String continuation) {
    this.tokens = tokens;
    this.continuation = continuation;
    int size = Integer.highestOneBit(Math.max(tokens.length, 2)) << 2;
    slots = new int[size];
    mask = size - 1;
    int max = 0;
    for (int id = 0; id < tokens.length; id++) {
      insert(id);
      max = Math.max(max, tokens[id].length());
    }
    longest = max;
  }

  /**
   * The longest token that word[from, to) starts with; a piece inside a word carries the
   * continuation mark.
   *
   * @param hashes scratch space of at least to - from
   * @return the id, or -1
   */
  int longestPrefix(String word, int from, int to, boolean inside, int[] hashes) {
    int skip = inside ? continuation.length() : 0;
    int hash = inside ? continuation.hashCode() : 0;
    int limit = Math.min(to, from + longest - skip);
    for (int i = from; i < limit; i++) {
      hash = 31 * hash + word.charAt(i);
      hashes[i - from] = hash;
    }
    for (int end = limit; end > from; end--) {
      int id = find(word, from, end, skip, hashes[end - 1 - from]);
      if (id >= 0) {
        return id;
      }
    }
    return -1;
  }

  /** Characters of a token that are in the text, without the continuation mark. */
  int textLength(int id, boolean inside) {
    return tokens[id].length() - (inside ? continuation.length() : 0);
  }

  private int find(String word, int from, int end, int skip, int hash) {
    for (int slot = spread(hash); slots[slot] != 0; slot = slot + 1 & mask) {
      String token = tokens[slots[slot] - 1];
      if (token.length() == skip + end - from
          && token.regionMatches(skip, word, from, end - from)
          && (skip == 0 || token.startsWith(continuation))) {
        return slots[slot] - 1;
      }
    }
    return -1;
  }

  private void insert(int id) {
    int slot = spread(tokens[id].hashCode());
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = id + 1;
  }

  private int spread(int hash) {
    int mixed = hash * 0x9E3779B9;
    return (mixed ^ mixed >>> 15) & mask;
  }
}
