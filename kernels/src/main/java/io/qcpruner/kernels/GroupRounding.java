package io.qcpruner.kernels;

/**
 * The turned weights of one output as codes of 4 bits in groups. Scale and shift of a group are
 * those with the smallest squared error that a short search finds: from three widths of the group's
 * range, codes and the line through them are improved in turns.
 */
final class GroupRounding {
  private static final int GROUP = CodeBits.FOUR.group();
  private static final int LARGEST_SCALE = 255;
  private static final int LARGEST_SHIFT = 127;
  private static final int LOWEST_CODE = -8;
  private static final int HIGHEST_CODE = 7;
  private static final int STEPS = HIGHEST_CODE - LOWEST_CODE;

  /** Parts of the range that the first codes of a search span; what lies outside is cut. */
  private static final float[] WIDTHS = {1, 0.9f, 0.8f};

  private static final int ROUNDS = 3;

  private final float[] weights;
  private final float[] scales; // of groups, as floats
  private final float[] shifts;

  private GroupRounding(float[] turned) {
    this.weights = turned;
    this.scales = new float[turned.length / GROUP];
    this.shifts = new float[scales.length];
  }

  static GroupRounding of(float[] weights) {
    GroupRounding made = new GroupRounding(BlockTurn.turned(weights));
    for (int g = 0; g < made.scales.length; g++) {
      made.fit(g);
    }
    return made;
  }

  /** The weights that the codes of an output stand for. */
  static float[] weights(CodeMatrix w, int output) {
    float[] steps = new float[w.groups() * GROUP];
    for (int i = 0; i < steps.length; i++) {
      int g = i / GROUP;
      steps[i] =
          w.scale(output, g) * w.code(output, i) + CodeMatrix.SHIFT_UNIT * w.shift(output, g);
    }
    return w.turnedBack(output, steps);
  }

  /** Scale and shift of a group. */
  private void fit(int group) {
    int from = group * GROUP;
    int end = from + GROUP;
    float low = Float.POSITIVE_INFINITY;
    float high = Float.NEGATIVE_INFINITY;
    for (int i = from; i < end; i++) {
      low = Math.min(low, weights[i]);
      high = Math.max(high, weights[i]);
    }
    double best = Double.POSITIVE_INFINITY;
    for (float width : WIDTHS) {
      Line line = Line.through(low, high, width);
      for (int round = 0; round < ROUNDS; round++) {
        line = line.improved(weights, from, end);
      }
      double error = line.error(weights, from, end);
      if (error < best) {
        best = error;
        scales[group] = line.scale;
        shifts[group] = line.shift;
      }
    }
  }

  /** What codes stand for: shift + scale · code. */
  private record Line(float scale, float shift) {
    static Line through(float low, float high, float width) {
      float scale = (high - low) / STEPS * width;
      // codes reach one step further down than up
      return new Line(scale, (low + high) / 2 + scale / 2);
    }

    int code(float weight) {
      return scale > 0 ? nearest((weight - shift) / scale) : 0;
    }

    /** The line with the smallest squared error for the codes of this one. */
    Line improved(float[] weights, int from, int end) {
      double n = end - from;
      double codes = 0;
      double squares = 0;
      double sum = 0;
      double products = 0;
      for (int i = from; i < end; i++) {
        int code = code(weights[i]);
        codes += code;
        squares += code * code;
        sum += weights[i];
        products += (double) code * weights[i];
      }
      double spread = n * squares - codes * codes;
      double slope = spread > 0 ? (n * products - codes * sum) / spread : 0;
      return slope > 0 ? new Line((float) slope, (float) ((sum - slope * codes) / n)) : this;
    }

    double error(float[] weights, int from, int end) {
      double error = 0;
      for (int i = from; i < end; i++) {
        double distance = shift + scale * code(weights[i]) - weights[i];
        error += distance * distance;
      }
      return error;
    }
  }

  private static int nearest(float steps) {
    return Math.max(LOWEST_CODE, Math.min(HIGHEST_CODE, Math.round(steps)));
  }

  /** Writes factor, scales, shifts and codes. */
  void put(CodeMatrix to, int output) {
    float factor = factor();
    to.putFactor(output, factor / BlockTurn.BLOCK); // rows are turned too
    for (int g = 0; g < scales.length; g++) {
      int scale = 0;
      int shift = 0;
      if (factor > 0) {
        scale = wholeScale(scales[g] / factor);
        shift = wholeShift(shifts[g] / (factor * CodeMatrix.SHIFT_UNIT));
      }
      to.putScale(output, g, scale, shift);
      putCodes(to, output, g, factor * scale, factor * CodeMatrix.SHIFT_UNIT * shift);
    }
  }

  private float factor() {
    float factor = 0;
    for (int g = 0; g < scales.length; g++) {
      factor = Math.max(factor, scales[g] / LARGEST_SCALE);
      factor = Math.max(factor, Math.abs(shifts[g]) / (LARGEST_SHIFT * CodeMatrix.SHIFT_UNIT));
    }
    return factor;
  }

  private static int wholeScale(float steps) {
    return (int) Math.min(LARGEST_SCALE, Math.rint(steps));
  }

  private static int wholeShift(float steps) {
    return (int) Math.max(-LARGEST_SHIFT, Math.min(LARGEST_SHIFT, Math.rint(steps)));
  }

  private void putCodes(CodeMatrix to, int output, int group, float step, float shift) {
    for (int i = group * GROUP; i < (group + 1) * GROUP; i++) {
      to.putCode(output, i, step > 0 ? nearest((weights[i] - shift) / step) : 0);
    }
  }
}
