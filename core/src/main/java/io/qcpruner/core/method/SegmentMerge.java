package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * FastVID's choice inside segments: salient tokens of every frame, density peaks as anchors of some
 * frames, and for each anchor the tokens of the segment that merge into it.
 */
final class SegmentMerge {

  /** Densities look at this many nearest tokens, the token itself included. */
  private static final int NEIGHBOURS = 4;

  private final Matrix states;
  private final Matrix saliency;
  private final int[][] frames;
  private final double anchorWeight;

  /** Kept candidate to the candidates that merge into it. */
  private final Map<Integer, int[]> members = new TreeMap<>();

  SegmentMerge(Signals signals, int[][] frames, double anchorWeight) {
    this.states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
    this.saliency = signals.get(Signal.FRAME_SALIENCY).requireFinite("frame saliency");
    this.frames = frames;
    this.anchorWeight = anchorWeight;
    Checks.rows("visual states", states.rows(), frames.length * frames[0].length);
    Checks.rows("frame saliency", saliency.rows(), frames.length);
    Checks.rows("frame saliency columns", saliency.cols(), frames[0].length);
  }

  /** Decides one segment. */
  void add(FrameSegments.Segment segment, FrameSegments.Shares shares) {
    int[][] rest = new int[segment.length()][];
    int[] restOfSegment = {};
    for (int f = 0; f < segment.length(); f++) {
      int frame = segment.first() + f;
      int[] salient = Kernels.topK(saliency.row(frame), shares.salient()[f]);
      for (int i : salient) {
        members.put(frames[frame][i], new int[0]);
      }
      rest[f] = Indices.gather(frames[frame], Indices.complement(salient, frames[frame].length));
      restOfSegment = Indices.concat(restOfSegment, rest[f]);
    }
    int[][] anchors = // each frame by itself, so threads can't change them
        IntStream.range(0, rest.length)
            .parallel()
            .mapToObj(f -> anchors(rest[f], shares.context()[f]))
            .toArray(int[][]::new);
    merge(anchors, restOfSegment);
  }

  private int[] anchors(int[] rest, int count) {
    if (count == 0) {
      return new int[0];
    }
    DensityPeaks peaks = new DensityPeaks(states.selectRows(rest), NEIGHBOURS);
    return Indices.sorted(Indices.gather(rest, peaks.centres(count)));
  }

  /**
   * For the anchors of each frame, every token of the segment that is neither salient nor one of
   * these anchors joins one. All cosines of the segment come from one product.
   */
  private void merge(int[][] anchors, int[] restOfSegment) {
    int[] all = Arrays.stream(anchors).flatMapToInt(Arrays::stream).toArray();
    Matrix cosine =
        Kernels.cosine(states, restOfSegment, states.selectRows(all))
            .requireFinite("cosines of tokens and anchors");
    int first = 0;
    for (int[] own : anchors) {
      if (own.length > 0) {
        join(own, restOfSegment, cosine, first);
        first += own.length;
      }
    }
  }

  /**
   * @param cosine of each row of the pool with the anchors, which begin at column {@code first}
   */
  private void join(int[] anchors, int[] pool, Matrix cosine, int first) {
    boolean[] isAnchor = Indices.mask(anchors, states.rows());
    int[][] joined = new int[anchors.length][pool.length];
    int[] count = new int[anchors.length];
    for (int i = 0; i < pool.length; i++) {
      if (!isAnchor[pool[i]]) {
        int a = largest(cosine, i, first, anchors.length);
        joined[a][count[a]++] = pool[i];
      }
    }
    for (int a = 0; a < anchors.length; a++) {
      members.put(anchors[a], Arrays.copyOf(joined[a], count[a]));
    }
  }

  /** The first of the largest. */
  private static int largest(Matrix cosine, int row, int first, int count) {
    int best = 0;
    for (int a = 1; a < count; a++) {
      if (cosine.get(row, first + a) > cosine.get(row, first + best)) {
        best = a;
      }
    }
    return best;
  }

  /** Kept candidates, ascending. */
  int[] kept() {
    return members.keySet().stream().mapToInt(i -> i).toArray();
  }

  /** Kept candidates that others merge into, ascending. */
  int[] mergedRows() {
    return members.entrySet().stream()
        .filter(entry -> entry.getValue().length > 0)
        .mapToInt(Map.Entry::getKey)
        .toArray();
  }

  /** Writes a candidate's row if it is kept. */
  void addRow(PlanBuilder plan, int candidate, int[] rowOf) {
    int[] merged = members.get(candidate);
    if (merged == null) {
      return;
    }
    if (merged.length == 0) {
      plan.keep(TokenKind.PATCH, rowOf[candidate]);
      return;
    }
    double own = Math.max(anchorWeight, 1.0 / (merged.length + 1));
    int[] sources = new int[merged.length + 1];
    float[] weights = new float[sources.length];
    Arrays.fill(weights, (float) ((1 - own) / merged.length));
    sources[0] = rowOf[candidate];
    weights[0] = (float) own;
    for (int i = 0; i < merged.length; i++) {
      sources[i + 1] = rowOf[merged[i]];
    }
    plan.mix(TokenKind.MERGED, sources, weights);
  }
}
