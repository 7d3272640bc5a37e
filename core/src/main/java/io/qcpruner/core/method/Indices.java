package io.qcpruner.core.method;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Small operations on index lists. */
final class Indices {

  private Indices() {}

  static int[] range(int n) {
    return IntStream.range(0, n).toArray();
  }

  /** The numbers below n of which something is true, ascending. */
  static int[] range(int n, IntPredicate keep) {
    return IntStream.range(0, n).filter(keep).toArray();
  }

  static int[] sorted(int[] indices) {
    int[] out = indices.clone();
    Arrays.sort(out);
    return out;
  }

  /** The numbers below n that are not in the list, ascending. */
  static int[] complement(int[] indices, int n) {
    boolean[] in = mask(indices, n);
    return IntStream.range(0, n).filter(i -> !in[i]).toArray();
  }

  static boolean[] mask(int[] indices, int n) {
    boolean[] in = new boolean[n];
    for (int i : indices) {
      in[i] = true;
    }
    return in;
  }

  /** The indices at which the mask holds, ascending. */
  static int[] where(boolean[] mask) {
    return IntStream.range(0, mask.length).filter(i -> mask[i]).toArray();
  }

  /** {@code values[at[0]], values[at[1]], ...} */
  static int[] gather(int[] values, int[] at) {
    return Arrays.stream(at).map(i -> values[i]).toArray();
  }

  static float[] gather(float[] values, int[] at) {
    float[] out = new float[at.length];
    for (int i = 0; i < at.length; i++) {
      out[i] = values[at[i]];
    }
    return out;
  }

  /** Each index plus the offset. */
  static int[] shifted(int[] indices, int offset) {
    return Arrays.stream(indices).map(i -> i + offset).toArray();
  }

  static int[] concat(int[] a, int[] b) {
    int[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }

  static float[] concat(float[] a, float[] b) {
    float[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }

  static float[] negated(float[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = -values[i];
    }
    return out;
  }
}
