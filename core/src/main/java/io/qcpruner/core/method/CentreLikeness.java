package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * VidCom2's scores: how much each token, in the calmest half of the channels, is like the centre of
 * the clip and like that of its frame. Sums run in doubles, frame by frame, in one order.
 */
final class CentreLikeness {

  private static final double[] ALPHAS = {1 / 8.0, 1 / 4.0, 1 / 2.0, 1, 2};

  /** Added to no norm, but no norm is below it. */
  private static final double MIN_NORM = 1e-12;

  private final Matrix states;
  private final Frames frames;
  private final int[] channels;

  /** One over the norm of each candidate in the chosen channels. */
  private final double[] scale;

  /** v and w of each candidate. */
  private final double[] toClip;

  private final double[] toFrame;

  CentreLikeness(Matrix states, Frames frames) {
    this.states = states;
    this.frames = frames;
    this.channels = calmest(states, frames);
    this.scale = new double[states.rows()];
    this.toClip = new double[states.rows()];
    this.toFrame = new double[states.rows()];
    double[][] centres =
        each(frames).mapToObj(this::frameCentre).toArray(double[][]::new); // frames in order
    double[] clip = new double[channels.length];
    for (double[] centre : centres) {
      for (int c = 0; c < clip.length; c++) {
        clip[c] += centre[c] / centres.length;
      }
    }
    each(frames).forEach(f -> score(f, clip, centres[f]));
  }

  private static IntStream each(Frames frames) {
    return IntStream.range(0, frames.count()).parallel();
  }

  /** The half of the channels whose variance over all tokens is lowest, lower index first. */
  static int[] calmest(Matrix states, Frames frames) {
    int width = states.cols();
    double[][] sums =
        each(frames).mapToObj(f -> sums(states, frames.members()[f])).toArray(double[][]::new);
    double[] variance = new double[width];
    int n = states.rows();
    for (int c = 0; c < width; c++) {
      double sum = 0;
      double squares = 0;
      for (double[] of : sums) {
        sum += of[c];
        squares += of[width + c];
      }
      variance[c] = squares / n - sum / n * (sum / n);
    }
    return IntStream.range(0, width)
        .boxed()
        .sorted(Comparator.comparingDouble(c -> variance[c]))
        .limit(width / 2)
        .mapToInt(c -> c)
        .sorted()
        .toArray();
  }

  /** Per channel the sum of differences from the clip's first token, then that of their squares. */
  private static double[] sums(Matrix states, int[] members) {
    float[] x = states.data();
    int width = states.cols();
    double[] out = new double[2 * width];
    for (int i : members) {
      int at = states.offset(i);
      for (int c = 0; c < width; c++) {
        double d = (double) x[at + c] - x[c];
        out[c] += d;
        out[width + c] += d * d;
      }
    }
    return out;
  }

  /** g_f; also settles the scale of the frame's tokens. */
  private double[] frameCentre(int f) {
    double[] sum = new double[channels.length];
    for (int i : frames.members()[f]) {
      int at = states.offset(i);
      double squares = 0;
      for (int c : channels) {
        double x = states.data()[at + c];
        squares += x * x;
      }
      scale[i] = 1 / Math.max(Math.sqrt(squares), MIN_NORM);
      for (int c = 0; c < sum.length; c++) {
        sum[c] += states.data()[at + channels[c]] * scale[i];
      }
    }
    for (int c = 0; c < sum.length; c++) {
      sum[c] /= frames.patches();
    }
    return sum;
  }

  private void score(int f, double[] clip, double[] frame) {
    for (int i : frames.members()[f]) {
      int at = states.offset(i);
      double fromClip = 0;
      double fromFrame = 0;
      for (int c = 0; c < channels.length; c++) {
        double u = states.data()[at + channels[c]] * scale[i];
        fromClip += (u - clip[c]) * (u - clip[c]);
        fromFrame += (u - frame[c]) * (u - frame[c]);
      }
      toClip[i] = likeness(fromClip);
      toFrame[i] = likeness(fromFrame);
    }
  }

  /** K, between 0 and 5. */
  private static double likeness(double square) {
    return Arrays.stream(ALPHAS).map(a -> StrictMath.exp(-square / (2 * a))).sum();
  }

  /** v + w of a candidate: the lower, the more it stands out. */
  double of(int candidate) {
    return toClip[candidate] + toFrame[candidate];
  }

  /** s of a frame: how much its tokens differ from the clip. */
  double distinctness(int f) {
    double sum = 0;
    for (int i : frames.members()[f]) {
      sum += toClip[i];
    }
    return -sum / frames.patches();
  }
}
