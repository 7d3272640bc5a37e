package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * PruneVid's groups of tokens: of each segment of a clip the places that stay the same, stored
 * once, then the other places of each of its frames.
 *
 * @param segments first frame and length of each
 */
record SegmentGroups(List<int[]> segments, List<Group> groups) {

  /** Clusters of frames as a share of the frames. */
  private static final double SEGMENT_SHARE = 0.25;

  /**
   * Tokens that are merged among themselves.
   *
   * @param candidates of each token, that in the segment's first frame first; several where a token
   *     is the mean over frames
   */
  record Group(int[][] candidates) {
    int size() {
      return candidates.length;
    }
  }

  /**
   * @param sameAbove a place is the same through a segment if its mean cosine is above this
   */
  static SegmentGroups of(Frames frames, Matrix states, double sameAbove) {
    List<int[]> segments = FrameLabels.segments(descriptors(frames, states), SEGMENT_SHARE);
    List<Group> groups = new ArrayList<>();
    for (int[] segment : segments) {
      add(frames, segment, same(frames, segment, states, sameAbove), groups);
    }
    return new SegmentGroups(segments, groups);
  }

  /** The mean of each frame's tokens. */
  private static Matrix descriptors(Frames frames, Matrix states) {
    int[][] all = frames.members();
    Matrix out = Matrix.zeros(frames.count(), states.cols());
    IntStream.range(0, frames.count())
        .parallel()
        .forEach(f -> ClipRows.mean(states, all[f], out.data(), out.offset(f)));
    return out;
  }

  /** Whether each place stays the same: the mean cosine over all pairs of frames. */
  private static boolean[] same(Frames frames, int[] segment, Matrix states, double above) {
    int w = segment[1];
    boolean[] out = new boolean[frames.patches()];
    if (w == 1) {
      return out; // the published quotient has no value; everything counts as changing
    }
    IntStream.range(0, out.length)
        .parallel()
        .forEach(
            i -> {
              float[] sum = new float[states.cols()]; // of unit rows
              for (int f = segment[0]; f < segment[0] + w; f++) {
                int row = frames.at(f, i);
                float scale = (float) (1 / norm(states, row));
                float[] data = states.data();
                int from = states.offset(row);
                for (int c = 0; c < sum.length; c++) {
                  sum[c] += data[from + c] * scale;
                }
              }
              double square = Kernels.dot(sum, sum);
              out[i] = (square - w) / (w * (w - 1.0)) > above;
            });
    return out;
  }

  private static double norm(Matrix states, int row) {
    return Math.max(Math.sqrt(Kernels.dot(states, row, states, row)), Kernels.MIN_NORM);
  }

  private static void add(Frames frames, int[] segment, boolean[] same, List<Group> groups) {
    int[] still = Indices.where(same);
    int[] moving = Indices.complement(still, same.length);
    int[][] through = new int[still.length][segment[1]];
    for (int i = 0; i < still.length; i++) {
      for (int f = 0; f < segment[1]; f++) {
        through[i][f] = frames.at(segment[0] + f, still[i]);
      }
    }
    groups.add(new Group(through));
    for (int f = segment[0]; f < segment[0] + segment[1]; f++) {
      int[] row = frames.at(f, moving);
      groups.add(new Group(Arrays.stream(row).mapToObj(c -> new int[] {c}).toArray(int[][]::new)));
    }
  }
}
