package io.qcpruner.core.layout;

/** Which part of the prompt a row comes from; visual rows are {@link #VISUAL}. */
public enum SpanLabel {
  /** Begin-of-sequence and control tokens. */
  SPECIAL,
  /** System sentence, role names and the separators of the chat template. */
  TEMPLATE,
  /** The user's own words. */
  USER,
  /** A known answer-format instruction at the end of the user's text. */
  TASK_SUFFIX,
  VISUAL
}
