package io.qcpruner.core.internal.simd;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums of rows with factors, in vectors of columns: every column is added up by itself, so any
 * width gives the same.
 */
final class VectorRowSums {

  private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  private static final int WIDTH = SPECIES.length();

  /** Rows that are added to sums between their load and their store; a multiple of four. */
  private static final int ROWS = 16;

  private VectorRowSums() {}

  static void add(
      double[][] out, double[][] factors, double[][] rows, int count, int from, int to) {
    int end = from + (to - from) / WIDTH * WIDTH;
    for (int i = 0; i < count; i += ROWS) {
      int last = Math.min(i + ROWS, count);
      int c = 0;
      for (; c + 4 <= out.length; c += 4) {
        four(out, factors, c, rows, i, last, from, end);
      }
      for (; c < out.length; c++) {
        one(out[c], factors[c], rows, i, last, from, end);
      }
      for (c = 0; c < out.length; c++) {
        rest(out[c], factors[c], rows, i, last, end, to);
      }
    }
  }

  /** Four sums from one read of the rows. */
  private static void four(
      double[][] out,
      double[][] factors,
      int c,
      double[][] rows,
      int first,
      int last,
      int from,
      int to) {
    double[] f0 = factors[c];
    double[] f1 = factors[c + 1];
    double[] f2 = factors[c + 2];
    double[] f3 = factors[c + 3];
    for (int k = from; k < to; k += WIDTH) {
      DoubleVector s0 = DoubleVector.fromArray(SPECIES, out[c], k);
      DoubleVector s1 = DoubleVector.fromArray(SPECIES, out[c + 1], k);
      DoubleVector s2 = DoubleVector.fromArray(SPECIES, out[c + 2], k);
      DoubleVector s3 = DoubleVector.fromArray(SPECIES, out[c + 3], k);
      int i = first;
      for (; i + 4 <= last; i += 4) {
        DoubleVector r0 = DoubleVector.fromArray(SPECIES, rows[i], k);
        DoubleVector r1 = DoubleVector.fromArray(SPECIES, rows[i + 1], k);
        DoubleVector r2 = DoubleVector.fromArray(SPECIES, rows[i + 2], k);
        DoubleVector r3 = DoubleVector.fromArray(SPECIES, rows[i + 3], k);
        s0 =
            s0.add(
                r0.mul(f0[i]).add(r1.mul(f0[i + 1])).add(r2.mul(f0[i + 2]).add(r3.mul(f0[i + 3]))));
        s1 =
            s1.add(
                r0.mul(f1[i]).add(r1.mul(f1[i + 1])).add(r2.mul(f1[i + 2]).add(r3.mul(f1[i + 3]))));
        s2 =
            s2.add(
                r0.mul(f2[i]).add(r1.mul(f2[i + 1])).add(r2.mul(f2[i + 2]).add(r3.mul(f2[i + 3]))));
        s3 =
            s3.add(
                r0.mul(f3[i]).add(r1.mul(f3[i + 1])).add(r2.mul(f3[i + 2]).add(r3.mul(f3[i + 3]))));
      }
      for (; i < last; i++) {
        DoubleVector r = DoubleVector.fromArray(SPECIES, rows[i], k);
        s0 = s0.add(r.mul(f0[i]));
        s1 = s1.add(r.mul(f1[i]));
        s2 = s2.add(r.mul(f2[i]));
        s3 = s3.add(r.mul(f3[i]));
      }
      s0.intoArray(out[c], k);
      s1.intoArray(out[c + 1], k);
      s2.intoArray(out[c + 2], k);
      s3.intoArray(out[c + 3], k);
    }
  }

  private static void one(
      double[] out, double[] f, double[][] rows, int first, int last, int from, int to) {
    for (int k = from; k < to; k += WIDTH) {
      DoubleVector s = DoubleVector.fromArray(SPECIES, out, k);
      int i = first;
      for (; i + 4 <= last; i += 4) {
        DoubleVector r0 = DoubleVector.fromArray(SPECIES, rows[i], k);
        DoubleVector r1 = DoubleVector.fromArray(SPECIES, rows[i + 1], k);
        DoubleVector r2 = DoubleVector.fromArray(SPECIES, rows[i + 2], k);
        DoubleVector r3 = DoubleVector.fromArray(SPECIES, rows[i + 3], k);
        s = s.add(r0.mul(f[i]).add(r1.mul(f[i + 1])).add(r2.mul(f[i + 2]).add(r3.mul(f[i + 3]))));
      }
      for (; i < last; i++) {
        s = s.add(DoubleVector.fromArray(SPECIES, rows[i], k).mul(f[i]));
      }
      s.intoArray(out, k);
    }
  }

  /** The columns after the last full vector. */
  private static void rest(
      double[] out, double[] f, double[][] rows, int first, int last, int from, int to) {
    for (int k = from; k < to; k++) {
      int i = first;
      for (; i + 4 <= last; i += 4) {
        out[k] +=
            (f[i] * rows[i][k] + f[i + 1] * rows[i + 1][k])
                + (f[i + 2] * rows[i + 2][k] + f[i + 3] * rows[i + 3][k]);
      }
      for (; i < last; i++) {
        out[k] += f[i] * rows[i][k];
      }
    }
  }
}
