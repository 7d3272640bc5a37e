package io.qcpruner.core.select;

/**
 * When coverage has kept enough: all three must hold.
 *
 * @param share of the objective of keeping everything, in (0, 1]
 * @param visualShare of the visual-only objective of keeping everything; 0 asks for nothing
 * @param least number of tokens
 */
public record ShareRule(double share, double visualShare, int least) {

  public ShareRule {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share of the objective must be in (0, 1], not " + share);
    }
    if (!(visualShare >= 0 && visualShare <= 1)) {
      throw new IllegalArgumentException("visual share must be in [0, 1], not " + visualShare);
    }
    KeepCount.checked(least);
  }

  /** A share of the objective alone. */
  public ShareRule(double share) {
    this(share, 0, 1);
  }
}
