package io.qcpruner.core.prune;

import io.qcpruner.core.layout.TokenKind;

/**
 * What a plan keeps, by kind of row.
 *
 * @param patch patches that go on unchanged
 * @param classRows class rows carried over from the vision tower
 * @param contextual rows that stand for several merged patches
 * @param newline structural newlines
 */
public record KeptCounts(int patch, int classRows, int contextual, int newline) {

  public static KeptCounts of(PrunePlan plan) {
    return new KeptCounts(
        plan.count(TokenKind.PATCH),
        plan.count(TokenKind.CLASS),
        plan.count(TokenKind.MERGED),
        plan.count(TokenKind.NEWLINE));
  }

  /** Rows that count against a budget. */
  public int budgeted() {
    return patch + classRows + contextual;
  }

  @Override
  public String toString() {
    return "%d (patch %d, class %d, contextual %d; newline %d)"
        .formatted(budgeted(), patch, classRows, contextual, newline);
  }
}
