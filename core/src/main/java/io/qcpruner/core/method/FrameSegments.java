package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * FastVID's dynamic segmentation and the budget inside a segment. Symbols: c = leastSegments, tau =
 * cutBelow, d = contextShare, p = anchorStep.
 */
final class FrameSegments {

  /**
   * Consecutive frames.
   *
   * @param first first frame
   * @param length L
   */
  record Segment(int first, int length) {}

  /**
   * Tokens of each frame of a segment.
   *
   * @param salient kept as they are
   * @param context kept as anchors that others merge into
   */
  record Shares(int[] salient, int[] context) {}

  private FrameSegments() {}

  /** Cuts where neighbouring frames differ most, and wherever they differ enough. */
  static List<Segment> of(Matrix descriptors, int leastSegments, double cutBelow) {
    int frames = descriptors.rows();
    float[] similarity = new float[frames - 1];
    for (int f = 0; f + 1 < frames; f++) {
      Matrix pair = Kernels.cosine(descriptors.rows(f, f + 1), descriptors.rows(f + 1, f + 2));
      similarity[f] = pair.get(0, 0);
    }
    int cuts = Math.min(leastSegments - 1, frames - 1);
    boolean[] cut = Indices.mask(Kernels.topK(Indices.negated(similarity), cuts), frames);
    List<Segment> out = new ArrayList<>();
    int first = 0;
    for (int f = 0; f < frames; f++) {
      if (f == frames - 1 || cut[f] || similarity[f] < cutBelow) {
        out.add(new Segment(first, f - first + 1));
        first = f + 1;
      }
    }
    return out;
  }

  /** The budget of a segment of {@code length} frames with {@code perFrame} tokens each. */
  static Shares shares(int perFrame, int length, double contextShare, int anchorStep) {
    int total = perFrame * length;
    int context = (int) (total * contextShare);
    int salient = total - context;
    int[] salientOf = new int[length];
    for (int f = 0; f < length; f++) {
      salientOf[f] = salient / length + (f < salient % length ? 1 : 0);
    }
    int[] contextOf = new int[length];
    int anchors = (length + anchorStep - 1) / anchorStep;
    // counted from the end: the last frame is the first anchor
    for (int a = 0; a < anchors; a++) {
      contextOf[length - 1 - a * anchorStep] = context / anchors + (a < context % anchors ? 1 : 0);
    }
    return new Shares(salientOf, contextOf);
  }

  /**
   * Makes shares fit into frames of {@code patches} tokens: context that does not fit becomes
   * salient tokens of the first frames with room.
   *
   * @return how many tokens were moved
   */
  static int fit(Shares shares, int patches) {
    int moved = 0;
    for (int f = 0; f < shares.context.length; f++) {
      int excess = Math.max(0, shares.salient[f] + shares.context[f] - patches);
      shares.context[f] -= excess;
      moved += excess;
    }
    int left = moved;
    for (int f = 0; f < shares.salient.length; f++) {
      int room = Math.min(left, patches - shares.salient[f] - shares.context[f]);
      shares.salient[f] += room;
      left -= room;
    }
    return moved;
  }
}
