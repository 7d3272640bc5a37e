package io.qcpruner.server.chat;

import java.util.Locale;

/** How much a reply says about the kept tokens. */
public enum ExplainLevel {
  /** Counts alone. */
  NONE,
  /** Also where the kept cells lie. */
  KEPT,
  /** Also pick order, gains, utility and both cues of every candidate. */
  FULL,
  /** Also the utility of every candidate for each keyword alone, which takes a further prefill. */
  KEYWORDS;

  /** Whether the values of candidates are told. */
  public boolean hasScores() {
    return this == FULL || this == KEYWORDS;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
