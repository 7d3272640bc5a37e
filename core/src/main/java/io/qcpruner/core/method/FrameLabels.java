package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * PruneVid's cut of a clip into segments: frames are clustered, then stray frames join their
 * neighbours.
 */
final class FrameLabels {

  private static final int NEIGHBOURS = 7;
  private static final int ERASED = -1;

  private FrameLabels() {}

  /**
   * First frame and length of each segment.
   *
   * @param descriptors one row a frame
   * @param share clusters as a share of the frames
   */
  static List<int[]> segments(Matrix descriptors, double share) {
    int frames = descriptors.rows();
    DensityPeaks peaks = new DensityPeaks(descriptors, Math.min(NEIGHBOURS, frames));
    int[] centres = peaks.centres(Math.max(1, (int) (frames * share)));
    return runs(refined(peaks.assign(centres)));
  }

  /** First index and length of each run of equal labels. */
  static List<int[]> runs(int[] labels) {
    List<int[]> out = new ArrayList<>();
    for (int first = 0; first < labels.length; ) {
      int end = end(labels, first);
      out.add(new int[] {first, end - first});
      first = end;
    }
    return out;
  }

  private static int end(int[] labels, int first) {
    int end = first + 1;
    while (end < labels.length && labels[end] == labels[first]) {
      end++;
    }
    return end;
  }

  /** Of each label the longest runs stay, if longer than one; the rest joins its neighbours. */
  static int[] refined(int[] labels) {
    int[] longest = new int[Arrays.stream(labels).max().orElse(0) + 1];
    for (int[] run : runs(labels)) {
      longest[labels[run[0]]] = Math.max(longest[labels[run[0]]], run[1]);
    }
    int[] out = labels.clone();
    for (int[] run : runs(labels)) {
      int most = longest[labels[run[0]]];
      if (most == 1 || run[1] < most) {
        Arrays.fill(out, run[0], run[0] + run[1], ERASED);
      }
    }
    for (int first = 0; first < out.length; first++) {
      if (out[first] == ERASED) {
        int end = end(out, first);
        Arrays.fill(out, first, end, joined(out, first, end));
      }
    }
    return out;
  }

  /** The label of the longer neighbour as it now is, the left one of equals, 0 without any. */
  private static int joined(int[] labels, int first, int end) {
    int left = 0;
    while (first - left > 0 && labels[first - left - 1] == labels[first - 1]) {
      left++;
    }
    int right = end < labels.length ? end(labels, end) - end : 0;
    if (left == 0 && right == 0) {
      return 0;
    }
    return right > left ? labels[end] : labels[first - 1];
  }
}
