package io.qcpruner.media.video;

/**
 * Which frames of a clip are shown to the model.
 *
 * @param frames how many frames at most, 64 in the paper
 * @param force always that many, uniformly over the clip and repeating frames of short clips; if
 *     false one frame per second is taken, and the uniform rule only when those are too many
 */
public record FrameSampling(int frames, boolean force) {

  /** 64 uniform frames, whatever the length of the clip. */
  public static final FrameSampling PAPER = new FrameSampling(64, true);

  public FrameSampling {
    if (frames < 1) {
      throw new IllegalArgumentException("cannot sample " + frames + " frames");
    }
  }

  /**
   * Indices into the clip, ascending, with repeats when it is short.
   *
   * @param frameCount frames of the clip
   * @param averageFps its average frame rate
   */
  public int[] indices(int frameCount, double averageFps) {
    if (frameCount < 1) {
      throw new IllegalArgumentException("a clip of " + frameCount + " frames");
    }
    if (!(averageFps > 0) || Double.isInfinite(averageFps)) {
      throw new IllegalArgumentException("a frame rate of " + averageFps);
    }
    if (force) {
      return uniform(frameCount);
    }
    int step = (int) Math.max(1, Math.rint(averageFps));
    int candidates = (frameCount - 1) / step + 1;
    if (candidates > frames) {
      return uniform(frameCount);
    }
    int[] indices = new int[candidates];
    for (int i = 0; i < candidates; i++) {
      indices[i] = i * step;
    }
    return indices;
  }

  private int[] uniform(int frameCount) {
    int[] indices = new int[frames];
    // a step and a product, not one exact fraction: the rounding error decides some indices
    double step = (frameCount - 1) / (double) (frames - 1);
    for (int i = 0; i < frames - 1; i++) {
      indices[i] = (int) (i * step);
    }
    indices[frames - 1] = frames == 1 ? 0 : frameCount - 1;
    return indices;
  }
}
