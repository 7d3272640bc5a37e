package io.qcpruner.core.anchor;

/** Where anchor positions come from. */
public enum AnchorOrigin {
  KEYWORDS,
  /** No keyword was found in the prompt: all content positions of the user's text. */
  FALLBACK,
  /** Every text position, asked for by {@link AnchorSettings#fullPrompt}. */
  FULL_PROMPT,
  /** The user typed nothing: no position, so utility is uniform. */
  NO_TEXT
}
