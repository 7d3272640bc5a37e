package io.qcpruner.core.internal.simd;

import static jdk.incubator.vector.VectorOperators.F2D;

import io.qcpruner.core.linalg.KernelSupport;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels in vectors of 4 lanes: 4 vectors hold the sixteen virtual lanes.
 *
 * <p>Vectors stay inside one method: where the compiler does not inline a helper, each vector that
 * crosses the call becomes an object.
 */
final class Vector128Kernels implements KernelSupport {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_128;

  /** As many floats as doubles fill a vector. */
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_64;

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_128;

  @Override
  public String name() {
    return "vector-128";
  }

  @Override
  public float sum(float[] a, int offset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      s0 = s0.add(FloatVector.fromArray(SPECIES, a, offset + i));
      s1 = s1.add(FloatVector.fromArray(SPECIES, a, offset + i + 4));
      s2 = s2.add(FloatVector.fromArray(SPECIES, a, offset + i + 8));
      s3 = s3.add(FloatVector.fromArray(SPECIES, a, offset + i + 12));
    }
    FloatVector s = s0.add(s2).add(s1.add(s3));
    float sum = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
    for (int i = full; i < n; i++) {
      sum += a[offset + i];
    }
    return sum;
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      s0 =
          s0.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i)));
      s1 =
          s1.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i + 4)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i + 4)));
      s2 =
          s2.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i + 8)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i + 8)));
      s3 =
          s3.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i + 12)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i + 12)));
    }
    FloatVector s = s0.add(s2).add(s1.add(s3));
    float sum = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
    for (int i = full; i < n; i++) {
      sum += a[aOffset + i] * b[bOffset + i];
    }
    return sum;
  }

  @Override
  public void dots(
      float[] a, int aOffset, float[] b, int bOffset, int rows, int n, float[] out, int outOffset) {
    for (int r = 0; r < rows; r++) {
      out[outOffset + r] = dot(a, aOffset, b, bOffset + r * n, n);
    }
  }

  @Override
  public double squaredDistance(float[] a, int aOffset, float[] b, int bOffset, int n) {
    DoubleVector s0 = DoubleVector.zero(DOUBLES);
    DoubleVector s1 = DoubleVector.zero(DOUBLES);
    DoubleVector s2 = DoubleVector.zero(DOUBLES);
    DoubleVector s3 = DoubleVector.zero(DOUBLES);
    DoubleVector s4 = DoubleVector.zero(DOUBLES);
    DoubleVector s5 = DoubleVector.zero(DOUBLES);
    DoubleVector s6 = DoubleVector.zero(DOUBLES);
    DoubleVector s7 = DoubleVector.zero(DOUBLES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      int at = aOffset + i;
      int bt = bOffset + i;
      DoubleVector d0 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt).convertShape(F2D, DOUBLES, 0));
      s0 = s0.add(d0.mul(d0));
      DoubleVector d1 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 2).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 2).convertShape(F2D, DOUBLES, 0));
      s1 = s1.add(d1.mul(d1));
      DoubleVector d2 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 4).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 4).convertShape(F2D, DOUBLES, 0));
      s2 = s2.add(d2.mul(d2));
      DoubleVector d3 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 6).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 6).convertShape(F2D, DOUBLES, 0));
      s3 = s3.add(d3.mul(d3));
      DoubleVector d4 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 8).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 8).convertShape(F2D, DOUBLES, 0));
      s4 = s4.add(d4.mul(d4));
      DoubleVector d5 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 10).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 10).convertShape(F2D, DOUBLES, 0));
      s5 = s5.add(d5.mul(d5));
      DoubleVector d6 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 12).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 12).convertShape(F2D, DOUBLES, 0));
      s6 = s6.add(d6.mul(d6));
      DoubleVector d7 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 14).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 14).convertShape(F2D, DOUBLES, 0));
      s7 = s7.add(d7.mul(d7));
    }
    DoubleVector p = s0.add(s4).add(s2.add(s6));
    DoubleVector q = s1.add(s5).add(s3.add(s7));
    DoubleVector s = p.add(q);
    double sum = s.lane(0) + s.lane(1);
    for (int i = full; i < n; i++) {
      double d = (double) a[aOffset + i] - b[bOffset + i];
      sum += d * d;
    }
    return sum;
  }

  @Override
  public void sigmoids(float[] x, int offset, int n, double[] out) {
    Sigmoids.of(x, offset, n, out);
  }

  @Override
  public void addRows(
      double[][] out, double[][] factors, double[][] rows, int count, int from, int to) {
    VectorRowSums.add(out, factors, rows, count, from, to);
  }

  @Override
  public float coverageGain(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    FloatVector scales = FloatVector.broadcast(SPECIES, scale);
    int full = to - (to - from) % LANES;
    for (int i = from; i < full; i += LANES) {
      FloatVector d0 =
          FloatVector.fromArray(SPECIES, row, offset + i)
              .mul(FloatVector.fromArray(SPECIES, target, i))
              .mul(scales)
              .sub(FloatVector.fromArray(SPECIES, cover, i));
      s0 = s0.add(d0.add(d0.abs())); // twice the positive part, exactly
      FloatVector d1 =
          FloatVector.fromArray(SPECIES, row, offset + i + 4)
              .mul(FloatVector.fromArray(SPECIES, target, i + 4))
              .mul(scales)
              .sub(FloatVector.fromArray(SPECIES, cover, i + 4));
      s1 = s1.add(d1.add(d1.abs()));
      FloatVector d2 =
          FloatVector.fromArray(SPECIES, row, offset + i + 8)
              .mul(FloatVector.fromArray(SPECIES, target, i + 8))
              .mul(scales)
              .sub(FloatVector.fromArray(SPECIES, cover, i + 8));
      s2 = s2.add(d2.add(d2.abs()));
      FloatVector d3 =
          FloatVector.fromArray(SPECIES, row, offset + i + 12)
              .mul(FloatVector.fromArray(SPECIES, target, i + 12))
              .mul(scales)
              .sub(FloatVector.fromArray(SPECIES, cover, i + 12));
      s3 = s3.add(d3.add(d3.abs()));
    }
    FloatVector s = s0.add(s2).add(s1.add(s3));
    float sum = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
    for (int i = full; i < to; i++) {
      float rise = row[offset + i] * target[i] * scale - cover[i];
      sum += rise + Math.abs(rise);
    }
    return 0.5f * sum;
  }

  @Override
  public void coverageGains(
      float[] row,
      int offset,
      float[] target,
      float scale,
      float[] cover,
      int from,
      int to,
      float[] empty,
      float[] covered,
      int at) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    FloatVector c0 = FloatVector.zero(SPECIES);
    FloatVector c1 = FloatVector.zero(SPECIES);
    FloatVector c2 = FloatVector.zero(SPECIES);
    FloatVector c3 = FloatVector.zero(SPECIES);
    FloatVector scales = FloatVector.broadcast(SPECIES, scale);
    int full = to - (to - from) % LANES;
    for (int i = from; i < full; i += LANES) {
      FloatVector w0 =
          FloatVector.fromArray(SPECIES, row, offset + i)
              .mul(FloatVector.fromArray(SPECIES, target, i))
              .mul(scales);
      s0 = s0.add(w0.add(w0.abs()));
      FloatVector d0 = w0.sub(FloatVector.fromArray(SPECIES, cover, i));
      c0 = c0.add(d0.add(d0.abs()));
      FloatVector w1 =
          FloatVector.fromArray(SPECIES, row, offset + i + 4)
              .mul(FloatVector.fromArray(SPECIES, target, i + 4))
              .mul(scales);
      s1 = s1.add(w1.add(w1.abs()));
      FloatVector d1 = w1.sub(FloatVector.fromArray(SPECIES, cover, i + 4));
      c1 = c1.add(d1.add(d1.abs()));
      FloatVector w2 =
          FloatVector.fromArray(SPECIES, row, offset + i + 8)
              .mul(FloatVector.fromArray(SPECIES, target, i + 8))
              .mul(scales);
      s2 = s2.add(w2.add(w2.abs()));
      FloatVector d2 = w2.sub(FloatVector.fromArray(SPECIES, cover, i + 8));
      c2 = c2.add(d2.add(d2.abs()));
      FloatVector w3 =
          FloatVector.fromArray(SPECIES, row, offset + i + 12)
              .mul(FloatVector.fromArray(SPECIES, target, i + 12))
              .mul(scales);
      s3 = s3.add(w3.add(w3.abs()));
      FloatVector d3 = w3.sub(FloatVector.fromArray(SPECIES, cover, i + 12));
      c3 = c3.add(d3.add(d3.abs()));
    }
    FloatVector s = s0.add(s2).add(s1.add(s3));
    FloatVector c = c0.add(c2).add(c1.add(c3));
    float sum = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
    float sumCovered = (c.lane(0) + c.lane(2)) + (c.lane(1) + c.lane(3));
    for (int i = full; i < to; i++) {
      float weight = row[offset + i] * target[i] * scale;
      float rise = weight - cover[i];
      sum += weight + Math.abs(weight);
      sumCovered += rise + Math.abs(rise);
    }
    empty[at] = 0.5f * sum;
    covered[at] = 0.5f * sumCovered;
  }

  @Override
  public boolean coverageUpdate(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to) {
    FloatVector scales = FloatVector.broadcast(SPECIES, scale);
    boolean changed = false;
    int full = to - (to - from) % SPECIES.length();
    for (int i = from; i < full; i += SPECIES.length()) {
      FloatVector weight =
          FloatVector.fromArray(SPECIES, row, offset + i)
              .mul(FloatVector.fromArray(SPECIES, target, i))
              .mul(scales);
      FloatVector old = FloatVector.fromArray(SPECIES, cover, i);
      VectorMask<Float> higher = weight.compare(VectorOperators.GT, old);
      if (higher.anyTrue()) {
        old.blend(weight, higher).intoArray(cover, i);
        changed = true;
      }
    }
    for (int i = full; i < to; i++) {
      float weight = row[offset + i] * target[i] * scale;
      if (weight > cover[i]) {
        cover[i] = weight;
        changed = true;
      }
    }
    return changed;
  }
}
