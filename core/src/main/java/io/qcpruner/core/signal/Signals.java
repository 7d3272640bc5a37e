package io.qcpruner.core.signal;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;

/** The numbers a method decides from, for one sequence at one stage. */
public interface Signals {

  /** The sequence as it stands at this stage. */
  TokenLayout layout();

  /** The views of the picture, for methods that act on the tower's output. */
  VisionLayout vision();

  /** A declared signal; asking for one that the method did not declare is an error. */
  Matrix get(Signal signal);

  /**
   * [rows, N] attention of the given sequence rows on the candidates: softmax over all keys,
   * averaged over heads.
   */
  Matrix attention(int[] rows);

  /** Rows of the sequence that hold query anchors, ascending. */
  int[] anchorRows();
}
