package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Setting;
import java.util.HashSet;
import java.util.Set;

/** Which newlines of a frame's grid stay when patches of the frame go. */
public enum Newlines {
  /** All, where they are. */
  ALL,
  /** As the method's published code does. */
  OFFICIAL;

  static final Setting<Newlines> SETTING =
      Setting.choice("newlines", "which newlines of a frame stay", Newlines.class).withDefault(ALL);

  /** The grid rows, of all frames, in which at least one of the given sequence rows lies. */
  static Set<Long> usedGridRows(TokenLayout layout, int[] rows) {
    Set<Long> out = new HashSet<>();
    for (int row : rows) {
      out.add(gridRow(layout, row));
    }
    return out;
  }

  /**
   * Whether a row that is not a candidate stays, if newlines go with the last patch of their row.
   */
  boolean keeps(TokenLayout layout, int row, Set<Long> usedGridRows) {
    return layout.kinds()[row] != TokenKind.NEWLINE
        || this == ALL
        || usedGridRows.contains(gridRow(layout, row));
  }

  private static long gridRow(TokenLayout layout, int row) {
    return ((long) layout.groups()[row] << 32) + layout.gridRows()[row];
  }
}
