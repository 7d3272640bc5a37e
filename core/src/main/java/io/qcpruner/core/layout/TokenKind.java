package io.qcpruner.core.layout;

/** What a row of the decoder sequence is. Only {@link #PATCH} rows are pruning candidates. */
public enum TokenKind {
  TEXT,
  PATCH,
  /** A learned row separator of AnyRes grids and video frames. */
  NEWLINE,
  /** Vision start and end marks. */
  VISION_MARK,
  /** A class token that a method carried over from the vision tower. */
  CLASS,
  /** A row that stands for several merged patches. */
  MERGED
}
