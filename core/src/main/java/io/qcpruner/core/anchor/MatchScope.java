package io.qcpruner.core.anchor;

/** Where keywords are searched. */
public enum MatchScope {
  /** The user's text of the current turn. */
  USER,
  /** All text, the chat template included. */
  PROMPT
}
