package io.qcpruner.kernels;

/**
 * The weights of one output as codes in groups. In 8 bits the largest weight of a group decides its
 * scale. In 4 bits scale and shift are those with the smallest squared error that a short search
 * finds: from three widths of the group's range, codes and the line through them are improved in
 * turns.
 */
final class GroupRounding {
  private static final int GROUP = CodeMatrix.GROUP;
  private static final int LARGEST_SCALE = 255;
  private static final int LARGEST_SHIFT = 127;
  private static final int LARGEST_CODE8 = 127;
  private static final int LOWEST_CODE4 = -8;
  private static final int HIGHEST_CODE4 = 7;
  private static final int STEPS4 = HIGHEST_CODE4 - LOWEST_CODE4;

  /** Parts of the range that the first codes of a search span; what lies outside is cut. */
  private static final float[] WIDTHS = {1, 0.9f, 0.8f};

  private static final int ROUNDS = 3;

  private final CodeBits bits;
  private final float[] weights;
  private final float[] scales; // of groups, as floats
  private final float[] shifts;

  private GroupRounding(CodeBits bits, float[] weights) {
    this.bits = bits;
    this.weights = weights;
    this.scales = new float[CodeMatrix.groups(weights.length)];
    this.shifts = new float[scales.length];
  }

  static GroupRounding of(CodeBits bits, float[] weights) {
    GroupRounding made = new GroupRounding(bits, weights);
    for (int g = 0; g < made.scales.length; g++) {
      if (bits == CodeBits.EIGHT) {
        made.scales[g] = made.largest(g) / LARGEST_CODE8;
      } else {
        made.fit(g);
      }
    }
    return made;
  }

  private int end(int group) {
    return Math.min(weights.length, (group + 1) * GROUP);
  }

  private float largest(int group) {
    float most = 0;
    for (int i = group * GROUP; i < end(group); i++) {
      most = Math.max(most, Math.abs(weights[i]));
    }
    return most;
  }

  /** Scale and shift of 4-bit codes. */
  private void fit(int group) {
    int from = group * GROUP;
    int end = end(group);
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
      float scale = (high - low) / STEPS4 * width;
      // codes reach one step further down than up
      return new Line(scale, (low + high) / 2 + scale / 2);
    }

    int code(float weight) {
      return scale > 0 ? nearest4((weight - shift) / scale) : 0;
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

  private static int nearest4(float steps) {
    return Math.max(LOWEST_CODE4, Math.min(HIGHEST_CODE4, Math.round(steps)));
  }

  /** Writes factor, scales, shifts and codes. */
  void put(CodeMatrix to, int output) {
    float factor = factor();
    to.putFactor(output, factor);
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

  /** Not below the scale in 8 bits, so that no weight is cut; the nearest in 4 bits. */
  private int wholeScale(float steps) {
    double whole = bits == CodeBits.EIGHT ? Math.ceil(steps) : Math.rint(steps);
    return (int) Math.min(LARGEST_SCALE, whole);
  }

  private static int wholeShift(float steps) {
    return (int) Math.max(-LARGEST_SHIFT, Math.min(LARGEST_SHIFT, Math.rint(steps)));
  }

  private void putCodes(CodeMatrix to, int output, int group, float step, float shift) {
    for (int i = group * GROUP; i < (group + 1) * GROUP; i++) {
      boolean there = i < weights.length && step > 0;
      float steps = there ? (weights[i] - shift) / step : 0;
      int code =
          bits == CodeBits.EIGHT
              ? Math.max(-LARGEST_CODE8, Math.min(LARGEST_CODE8, Math.round(steps)))
              : nearest4(steps);
      to.putCode(output, i, code);
    }
  }
}
