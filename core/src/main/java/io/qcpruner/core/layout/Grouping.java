package io.qcpruner.core.layout;

/** What the group number of a visual row means. */
public enum Grouping {
  /** Pictures of one view: one group a picture, so group 0 alone if there is one picture. */
  SINGLE,
  /**
   * AnyRes: group 0 is the base view, the others are tiles in row-major order; a second picture
   * counts on.
   */
  VIEWS,
  /** Video: one group a frame. Methods without an allocation of their own act frame by frame. */
  FRAMES
}
