package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PruningRefusedException;

/**
 * The frames of a clip, all of one size.
 *
 * @param members candidate indices of each frame, ascending
 */
record Frames(int[][] members) {

  /**
   * @param method whose name stands in a refusal
   */
  static Frames of(String method, TokenLayout layout) {
    int[][] frames = layout.candidateGroups();
    if (frames.length == 0) {
      throw new PruningRefusedException(method + " needs a video; there is no visual row");
    }
    for (int f = 0; f < frames.length; f++) {
      if (frames[f].length != frames[0].length) {
        throw new IllegalArgumentException(
            "frame %d has %d patches, frame 0 has %d"
                .formatted(f, frames[f].length, frames[0].length));
      }
    }
    return new Frames(frames);
  }

  /** All candidates as one frame: a still picture, whatever its tiles. */
  static Frames single(TokenLayout layout) {
    return new Frames(new int[][] {Indices.range(layout.candidates().length)});
  }

  /** F. */
  int count() {
    return members.length;
  }

  /** L. */
  int patches() {
    return members[0].length;
  }

  /** N. */
  int tokens() {
    return count() * patches();
  }

  /** The candidate at a place of a frame. */
  int at(int frame, int place) {
    return members[frame][place];
  }

  /** Candidates of a frame at the given places. */
  int[] at(int frame, int[] places) {
    return Indices.gather(members[frame], places);
  }
}
