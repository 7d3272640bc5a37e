package io.qcpruner.core.internal.simd;

import static jdk.incubator.vector.VectorOperators.F2D;

import io.qcpruner.core.linalg.KernelSupport;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels in vectors of 8 lanes: 2 vectors hold the sixteen virtual lanes.
 *
 * <p>Vectors stay inside one method: where the compiler does not inline a helper, each vector that
 * crosses the call becomes an object.
 */
final class Vector256Kernels implements KernelSupport {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_256;

  /** As many floats as doubles fill a vector. */
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_128;

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_256;

  @Override
  public String name() {
    return "vector-256";
  }

  @Override
  public float sum(float[] a, int offset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      s0 = s0.add(FloatVector.fromArray(SPECIES, a, offset + i));
      s1 = s1.add(FloatVector.fromArray(SPECIES, a, offset + i + 8));
    }
    FloatVector s = s0.add(s1);
    float sum =
        ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
            + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
    for (int i = full; i < n; i++) {
      sum += a[offset + i];
    }
    return sum;
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      s0 =
          s0.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i)));
      s1 =
          s1.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i + 8)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i + 8)));
    }
    FloatVector s = s0.add(s1);
    float sum =
        ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
            + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
    for (int i = full; i < n; i++) {
      sum += a[aOffset + i] * b[bOffset + i];
    }
    return sum;
  }

  @Override
  public void dots(
      float[] a, int aOffset, float[] b, int bOffset, int rows, int n, float[] out, int outOffset) {
    int r = 0;
    for (; r + 4 <= rows; r += 4) {
      fourDots(a, aOffset, b, bOffset + r * n, n, out, outOffset + r);
    }
    for (; r < rows; r++) {
      out[outOffset + r] = dot(a, aOffset, b, bOffset + r * n, n);
    }
  }

  /** Four rows at once, so that one load of a serves four products. */
  private static void fourDots(
      float[] a, int aOffset, float[] b, int bOffset, int n, float[] out, int outOffset) {
    FloatVector p0 = FloatVector.zero(SPECIES);
    FloatVector p1 = FloatVector.zero(SPECIES);
    FloatVector q0 = FloatVector.zero(SPECIES);
    FloatVector q1 = FloatVector.zero(SPECIES);
    FloatVector r0 = FloatVector.zero(SPECIES);
    FloatVector r1 = FloatVector.zero(SPECIES);
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      int at = bOffset + i;
      FloatVector a0 = FloatVector.fromArray(SPECIES, a, aOffset + i);
      FloatVector a1 = FloatVector.fromArray(SPECIES, a, aOffset + i + 8);
      p0 = p0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at)));
      p1 = p1.add(a1.mul(FloatVector.fromArray(SPECIES, b, at + 8)));
      q0 = q0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + n)));
      q1 = q1.add(a1.mul(FloatVector.fromArray(SPECIES, b, at + n + 8)));
      r0 = r0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + 2 * n)));
      r1 = r1.add(a1.mul(FloatVector.fromArray(SPECIES, b, at + 2 * n + 8)));
      s0 = s0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + 3 * n)));
      s1 = s1.add(a1.mul(FloatVector.fromArray(SPECIES, b, at + 3 * n + 8)));
    }
    FloatVector p = p0.add(p1);
    out[outOffset] =
        ((p.lane(0) + p.lane(4)) + (p.lane(2) + p.lane(6)))
            + ((p.lane(1) + p.lane(5)) + (p.lane(3) + p.lane(7)));
    FloatVector q = q0.add(q1);
    out[outOffset + 1] =
        ((q.lane(0) + q.lane(4)) + (q.lane(2) + q.lane(6)))
            + ((q.lane(1) + q.lane(5)) + (q.lane(3) + q.lane(7)));
    FloatVector r = r0.add(r1);
    out[outOffset + 2] =
        ((r.lane(0) + r.lane(4)) + (r.lane(2) + r.lane(6)))
            + ((r.lane(1) + r.lane(5)) + (r.lane(3) + r.lane(7)));
    FloatVector s = s0.add(s1);
    out[outOffset + 3] =
        ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
            + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
    for (int row = 0; row < 4; row++) {
      for (int i = full; i < n; i++) {
        out[outOffset + row] += a[aOffset + i] * b[bOffset + row * n + i];
      }
    }
  }

  @Override
  public double squaredDistance(float[] a, int aOffset, float[] b, int bOffset, int n) {
    DoubleVector s0 = DoubleVector.zero(DOUBLES);
    DoubleVector s1 = DoubleVector.zero(DOUBLES);
    DoubleVector s2 = DoubleVector.zero(DOUBLES);
    DoubleVector s3 = DoubleVector.zero(DOUBLES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      int at = aOffset + i;
      int bt = bOffset + i;
      DoubleVector d0 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt).convertShape(F2D, DOUBLES, 0));
      s0 = s0.add(d0.mul(d0));
      DoubleVector d1 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 4).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 4).convertShape(F2D, DOUBLES, 0));
      s1 = s1.add(d1.mul(d1));
      DoubleVector d2 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 8).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 8).convertShape(F2D, DOUBLES, 0));
      s2 = s2.add(d2.mul(d2));
      DoubleVector d3 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 12).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 12).convertShape(F2D, DOUBLES, 0));
      s3 = s3.add(d3.mul(d3));
    }
    DoubleVector s = s0.add(s2).add(s1.add(s3));
    double sum = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
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
          FloatVector.fromArray(SPECIES, row, offset + i + 8)
              .mul(FloatVector.fromArray(SPECIES, target, i + 8))
              .mul(scales)
              .sub(FloatVector.fromArray(SPECIES, cover, i + 8));
      s1 = s1.add(d1.add(d1.abs()));
    }
    FloatVector s = s0.add(s1);
    float sum =
        ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
            + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
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
    FloatVector c0 = FloatVector.zero(SPECIES);
    FloatVector c1 = FloatVector.zero(SPECIES);
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
          FloatVector.fromArray(SPECIES, row, offset + i + 8)
              .mul(FloatVector.fromArray(SPECIES, target, i + 8))
              .mul(scales);
      s1 = s1.add(w1.add(w1.abs()));
      FloatVector d1 = w1.sub(FloatVector.fromArray(SPECIES, cover, i + 8));
      c1 = c1.add(d1.add(d1.abs()));
    }
    FloatVector s = s0.add(s1);
    FloatVector c = c0.add(c1);
    float sum =
        ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
            + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
    float sumCovered =
        ((c.lane(0) + c.lane(4)) + (c.lane(2) + c.lane(6)))
            + ((c.lane(1) + c.lane(5)) + (c.lane(3) + c.lane(7)));
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
