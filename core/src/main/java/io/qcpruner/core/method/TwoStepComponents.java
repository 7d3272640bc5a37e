package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.List;
import java.util.stream.IntStream;

/** LLaVA-Scissor's two steps: like tokens of each frame become one, then like tokens of all. */
final class TwoStepComponents {

  /** Steps of the thresholds that are tried: hundredths. */
  private static final int STEPS = 100;

  private final Frames frames;
  private final List<Matrix> cosines;
  private final MixLikeness likeness;

  /**
   * @param cosines inside each frame
   */
  TwoStepComponents(Frames frames, List<Matrix> cosines, MixLikeness likeness) {
    this.frames = frames;
    this.cosines = cosines;
    this.likeness = likeness;
  }

  /** Both steps. */
  TokenMixes joined(double above) {
    TokenMixes first = TokenMixes.of(frames.tokens()).means(inFrames(above));
    return first.means(likeness.components(first, above));
  }

  private List<int[]> inFrames(double above) {
    return IntStream.range(0, frames.count())
        .parallel()
        .mapToObj(f -> inFrame(f, above))
        .flatMap(List::stream)
        .toList();
  }

  private List<int[]> inFrame(int frame, double above) {
    return LikeComponents.ofCosines(cosines.get(frame), above).stream()
        .map(places -> frames.at(frame, places))
        .toList();
  }

  /**
   * The smallest threshold, in hundredths, that leaves at least so many tokens; at 1 all stay. The
   * first step alone leaves more with every hundredth, and no fewer than both steps: from where it
   * leaves enough, longer and longer strides find a threshold that does, halvings the smallest.
   */
  double threshold(int wanted) {
    int low = 0;
    int high = STEPS;
    while (low < high) {
      int middle = (low + high) / 2;
      if (inFrames(tau(middle)).size() >= wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    int stride = 1;
    int least = low; // no smaller threshold leaves enough
    while (low < STEPS && joined(tau(low)).size() < wanted) {
      least = low + 1;
      low = Math.min(STEPS, low + stride);
      stride *= 2;
    }
    while (least < low) {
      int middle = (least + low) / 2;
      if (joined(tau(middle)).size() >= wanted) {
        low = middle;
      } else {
        least = middle + 1;
      }
    }
    return tau(low);
  }

  private static double tau(int hundredths) {
    return (double) hundredths / STEPS;
  }
}
