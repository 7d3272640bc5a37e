package io.qcpruner.core.signal;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;

/**
 * The numbers a method decides from, for one sequence at one stage. Asking for a signal that the
 * method did not declare, or by the wrong call, is an error.
 */
public interface Signals {

  /** The sequence as it stands at this stage. */
  TokenLayout layout();

  /**
   * How many candidates the sequence had before any stage pruned it; schedules of several stages
   * count from there.
   */
  int unprunedCandidates();

  /** The sequence before any stage pruned it. */
  TokenLayout unprunedLayout();

  /** The views of the picture, for methods that act on the tower's output. */
  VisionLayout vision();

  /** A declared signal of fixed shape. */
  Matrix get(Signal signal);

  /** A declared signal of one zero-based layer of the tower. */
  Matrix get(Signal signal, int towerLayer);

  /** [n, n] {@link Signal#VISUAL_COSINE} of the given candidates (indices into the candidates). */
  Matrix visualCosine(int[] candidates);

  /** [rows, N] {@link Signal#TEXT_COSINE} of the given sequence rows. */
  Matrix textCosine(int[] rows);

  /** [rows, N] {@link Signal#TEXT_ALIGNMENT} of the given sequence rows. */
  Matrix textAlignment(int[] rows);

  /** [rows, N] {@link Signal#ATTENTION} of the given sequence rows. */
  Matrix attention(int[] rows);

  /**
   * [rows, N] {@link Signal#NEXT_ATTENTION} of the given sequence rows.
   *
   * @param rotated with rotary positions and the causal mask, as attention is; without either for
   *     parity with published code that leaves them out
   */
  Matrix nextAttention(int[] rows, boolean rotated);

  /** [1, N] {@link Signal#ATTENTION_PEAKS} summed over the given sequence rows. */
  Matrix attentionPeaks(int[] rows);

  /** [1, N] {@link Signal#UNMASKED_PEAKS} over the given sequence rows. */
  Matrix unmaskedPeaks(int[] rows);

  /** Rows of the sequence as it stands that hold query anchors, ascending. */
  int[] anchorRows();
}
