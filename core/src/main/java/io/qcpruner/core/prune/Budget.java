package io.qcpruner.core.prune;

/**
 * How many visual tokens may stay. A type, never a bare number; the realised count is always
 * reported. {@link Budgets} reads what toString writes.
 */
public sealed interface Budget {

  /** A fixed number for the whole sequence. */
  record Total(int tokens) implements Budget {
    public Total {
      requirePositive(tokens);
    }

    @Override
    public String toString() {
      return Integer.toString(tokens);
    }
  }

  /** A fixed number for each group: a video frame or an AnyRes view. */
  record PerGroup(int tokens) implements Budget {
    public PerGroup {
      requirePositive(tokens);
    }

    @Override
    public String toString() {
      return tokens + "/frame";
    }
  }

  /** A share of the candidates in (0, 1], rounded half to even, at least one token. */
  record Ratio(double share) implements Budget {
    public Ratio {
      requireShare(share);
    }

    @Override
    public String toString() {
      return Double.toString(share);
    }
  }

  /**
   * The smallest number whose coverage objective reaches a share of the objective of keeping
   * everything. Only coverage methods can serve it.
   *
   * @param share of the method's own objective
   * @param visualShare of the visual-only objective, a second condition; 0 asks for nothing
   * @param least at least this many tokens of each part, or all of a smaller part
   */
  record Auto(double share, double visualShare, int least) implements Budget {

    /**
     * What {@code auto} means without more words: of the embedded model's calibration split the
     * smallest rule that answers within one point of the unpruned model (docs/selectors.md).
     */
    public static final Auto STANDARD = new Auto(0.95, 0.98, 1);

    public Auto {
      requireShare(share);
      if (!(visualShare >= 0 && visualShare <= 1)) {
        throw new PruningRefusedException(
            "visual share of a budget must be in [0, 1], not " + visualShare);
      }
      requirePositive(least);
    }

    public Auto(double share) {
      this(share, 0, 1);
    }

    @Override
    public String toString() {
      return "auto:"
          + share
          + (visualShare == 0 ? "" : ":visual=" + visualShare)
          + (least == 1 ? "" : ":least=" + least);
    }
  }

  /**
   * The number of tokens to keep of {@code candidates} in {@code groups} groups, at most {@code
   * candidates}.
   */
  default int resolve(int candidates, int groups) {
    long wanted;
    if (this instanceof Total total) {
      wanted = total.tokens();
    } else if (this instanceof PerGroup perGroup) {
      wanted = (long) perGroup.tokens() * Math.max(1, groups);
    } else if (this instanceof Ratio ratio) {
      wanted = Math.max(1, (long) Math.rint(ratio.share() * candidates));
    } else {
      throw new PruningRefusedException(
          "budget " + this + " needs a coverage method to resolve it");
    }
    return (int) Math.min(wanted, candidates);
  }

  private static void requirePositive(int tokens) {
    if (tokens < 1) {
      throw new PruningRefusedException("budget must be at least 1 token, not " + tokens);
    }
  }

  private static void requireShare(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new PruningRefusedException("budget ratio must be in (0, 1], not " + share);
    }
  }
}
