package io.qcpruner.core.prune;

/**
 * How many visual tokens may stay. A type, never a bare number; the realised count is always
 * reported.
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
      return tokens + "/group";
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
   * The smallest number whose coverage objective reaches this share of the objective of keeping
   * everything. Only coverage methods can serve it.
   */
  record Auto(double share) implements Budget {
    public Auto {
      requireShare(share);
    }

    @Override
    public String toString() {
      return "auto:" + share;
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
      throw new IllegalArgumentException(
          "budget " + this + " needs a coverage method to resolve it");
    }
    return (int) Math.min(wanted, candidates);
  }

  private static void requirePositive(int tokens) {
    if (tokens < 1) {
      throw new IllegalArgumentException("budget must be at least 1 token, not " + tokens);
    }
  }

  private static void requireShare(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("budget ratio must be in (0, 1], not " + share);
    }
  }
}
