package io.qcpruner.text.internal.grammar;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * The tokens of a vocabulary by the bytes that they stand for: tokens that begin alike share their
 * beginning. Immutable and safe for many threads.
 */
public final class TokenTrie {
  private int[] firstChild = new int[1024];
  private int[] sibling = new int[1024];
  private int[] firstToken = new int[1024];
  private byte[] label = new byte[1024];
  private final int[] nextToken;
  private int nodes = 1;

  /**
   * @param size ids are below it
   * @param bytes what an id stands for; none for special ids, which are left out
   */
  public TokenTrie(int size, IntFunction<byte[]> bytes) {
    nextToken = new int[size];
    firstToken[0] = -1;
    for (int id = 0; id < size; id++) {
      byte[] text = bytes.apply(id);
      if (text.length > 0) {
        int node = 0;
        for (byte b : text) {
          node = child(node, b);
        }
        nextToken[id] = firstToken[node];
        firstToken[node] = id;
      }
    }
  }

  private int child(int node, byte b) {
    for (int c = firstChild[node]; c != 0; c = sibling[c]) {
      if (label[c] == b) {
        return c;
      }
    }
    if (nodes == label.length) {
      firstChild = Arrays.copyOf(firstChild, 2 * nodes);
      sibling = Arrays.copyOf(sibling, 2 * nodes);
      firstToken = Arrays.copyOf(firstToken, 2 * nodes);
      label = Arrays.copyOf(label, 2 * nodes);
    }
    int made = nodes++;
    label[made] = b;
    firstToken[made] = -1;
    sibling[made] = firstChild[node];
    firstChild[node] = made;
    return made;
  }

  /** The tokens with which a text in a state can go on. */
  BitSet allowed(GrammarAutomaton automaton, GrammarAutomaton.State state) {
    BitSet out = new BitSet(nextToken.length);
    collect(0, automaton, state, out);
    return out;
  }

  private void collect(
      int node, GrammarAutomaton automaton, GrammarAutomaton.State state, BitSet out) {
    for (int c = firstChild[node]; c != 0; c = sibling[c]) {
      GrammarAutomaton.State next = automaton.next(state, label[c] & 0xFF);
      if (next != null) {
        for (int id = firstToken[c]; id >= 0; id = nextToken[id]) {
          out.set(id);
        }
        collect(c, automaton, next, out);
      }
    }
  }
}
