package io.qcpruner.core.method;

/** How a budget is spread over the frames of a video. */
public enum Allocation {
  /** The same number for each frame, each frame decided on its own, as in the paper. */
  EQUAL,
  /** One decision over all frames; a frame may keep many tokens or none. */
  ADAPTIVE
}
