package io.qcpruner.media.internal.resize;

/**
 * Taps of one axis of an antialiased filter, in the fixed-point form of Pillow.
 *
 * <p>Output o reads inputs {@code first[o] .. first[o] + count[o] - 1} with weights {@code weight[o
 * * stride ..]}, each a 22-bit fraction.
 */
record FilterTable(int outputs, int stride, int[] first, int[] count, int[] weight) {

  /** 32 bits minus 8 bits of sample minus 2 bits of headroom for the negative lobes. */
  static final int PRECISION_BITS = 32 - 8 - 2;

  /**
   * Taps of outputs {@code from .. from + size - 1} of an axis that goes from inputs to outputs.
   */
  static FilterTable of(Filter filter, int inputs, int outputs, int from, int size) {
    double scale = (double) inputs / outputs;
    double filterScale = Math.max(scale, 1);
    double support = filter.support() * filterScale;
    int stride = (int) Math.ceil(support) * 2 + 1;
    int[] first = new int[size];
    int[] count = new int[size];
    int[] weight = new int[Math.multiplyExact(size, stride)];
    double[] w = new double[stride];
    for (int o = 0; o < size; o++) {
      double centre = (from + o + 0.5) * scale;
      int lo = Math.max(0, (int) (centre - support + 0.5));
      int hi = Math.min(inputs, (int) (centre + support + 0.5));
      // multiplying by the reciprocal, as Pillow does, differs from dividing in the last bit
      double reciprocal = 1 / filterScale;
      double sum = 0;
      for (int x = lo; x < hi; x++) {
        w[x - lo] = filter.weight((x - centre + 0.5) * reciprocal);
        sum += w[x - lo];
      }
      for (int x = lo; x < hi; x++) {
        weight[o * stride + x - lo] = toFixed(sum == 0 ? w[x - lo] : w[x - lo] / sum);
      }
      first[o] = lo;
      count[o] = hi - lo;
    }
    return new FilterTable(size, stride, first, count, weight);
  }

  /** The taps that read inputs {@code from .. to - 1}, which are then counted from zero. */
  FilterTable within(int from, int to) {
    int[] newFirst = new int[outputs];
    int[] newCount = new int[outputs];
    int[] newWeight = new int[weight.length];
    for (int o = 0; o < outputs; o++) {
      int lo = Math.max(first[o], from);
      int hi = Math.min(first[o] + count[o], to);
      newFirst[o] = Math.max(0, Math.min(lo, to) - from);
      newCount[o] = Math.max(0, hi - lo);
      if (newCount[o] > 0) {
        int source = o * stride + lo - first[o];
        System.arraycopy(weight, source, newWeight, o * stride, newCount[o]);
      }
    }
    return new FilterTable(outputs, stride, newFirst, newCount, newWeight);
  }

  /** What every output's weights add up to. */
  int[] sums() {
    int[] sums = new int[outputs];
    for (int o = 0; o < outputs; o++) {
      for (int t = 0; t < count[o]; t++) {
        sums[o] += weight[o * stride + t];
      }
    }
    return sums;
  }

  private static int toFixed(double w) {
    double scaled = w * (1 << PRECISION_BITS);
    return (int) (w < 0 ? scaled - 0.5 : scaled + 0.5);
  }
}
