package io.qcpruner.core.layout;

/** What the group number of a visual row means. */
public enum Grouping {
  /** One picture: every visual row is in group 0. */
  SINGLE,
  /** AnyRes: group 0 is the base view, the others are tiles in row-major order. */
  VIEWS,
  /** Video: one group a frame. Methods without an allocation of their own act frame by frame. */
  FRAMES
}
