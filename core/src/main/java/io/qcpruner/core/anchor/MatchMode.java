package io.qcpruner.core.anchor;

/** How keywords are found in the tokenised prompt. */
public enum MatchMode {
  /** Every word of the prompt whose lower-case form is a keyword; all tokens that touch it. */
  WORD_OFFSETS,
  /** The ids of the keyword alone, as a run of prompt ids: the paper's words taken literally. */
  LITERAL,
  /** {@link #LITERAL} and the ids of the keyword with, and without, a blank before it. */
  SPACED,
  /** {@link #SPACED} for the keyword in lower case, capitalised and in upper case. */
  CASED
}
