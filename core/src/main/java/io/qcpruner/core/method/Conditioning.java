package io.qcpruner.core.method;

import io.qcpruner.core.signal.Signals;

/** Which text rows represent the query. */
public enum Conditioning {
  /** Rows matched by keywords. */
  ANCHORS {
    @Override
    int[] rows(Signals signals) {
      return signals.anchorRows();
    }
  },
  /** Every text row of the prompt, system text included: the paper's ablation. */
  FULL_PROMPT {
    @Override
    int[] rows(Signals signals) {
      return signals.layout().textRows();
    }
  };

  abstract int[] rows(Signals signals);
}
