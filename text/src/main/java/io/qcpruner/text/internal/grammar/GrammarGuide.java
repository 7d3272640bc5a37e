package io.qcpruner.text.internal.grammar;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** Follows one answer through a grammar and says which tokens may come next. */
public final class GrammarGuide {
  /** Masks kept: one has a bit for every token. */
  private static final int MAX_MASKS = 256;

  private final GrammarAutomaton automaton;
  private final TokenTrie tokens;
  private final IntFunction<byte[]> bytes;
  private final Map<GrammarAutomaton.State, BitSet> masks = new HashMap<>();
  private GrammarAutomaton.State state;

  /**
   * @param bytes what an id stands for, as in the trie
   */
  public GrammarGuide(Grammar grammar, TokenTrie tokens, IntFunction<byte[]> bytes) {
    this.automaton = new GrammarAutomaton(grammar);
    this.tokens = tokens;
    this.bytes = bytes;
    this.state = automaton.start();
  }

  /** The tokens that may come next; not to be changed. */
  public BitSet allowed() {
    if (masks.size() > MAX_MASKS) {
      masks.clear();
    }
    return masks.computeIfAbsent(state, s -> tokens.allowed(automaton, s));
  }

  /** Whether the answer so far is whole, so that an end token may come. */
  public boolean mayEnd() {
    return state.mayEnd();
  }

  /** Whether the answer is whole and nothing can follow. */
  public boolean isComplete() {
    return state.isFinal();
  }

  /** Goes on with a token that was allowed. */
  public void accept(int id) {
    for (byte b : bytes.apply(id)) {
      state = automaton.next(state, b & 0xFF);
      if (state == null) {
        throw new IllegalStateException("token " + id + " was not allowed");
      }
    }
  }
}
