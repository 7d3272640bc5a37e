package io.qcpruner.core.internal.simd;

import static jdk.incubator.vector.VectorOperators.F2D;

import io.qcpruner.core.linalg.KernelSupport;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels in vectors of 16 lanes: one vector holds the sixteen virtual lanes.
 *
 * <p>Vectors stay inside one method: where the compiler does not inline a helper, each vector that
 * crosses the call becomes an object.
 */
final class Vector512Kernels implements KernelSupport {

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_512;

  /** As many floats as doubles fill a vector. */
  private static final VectorSpecies<Float> HALF = FloatVector.SPECIES_256;

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_512;

  @Override
  public String name() {
    return "vector-512";
  }

  @Override
  public float sum(float[] a, int offset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      s0 = s0.add(FloatVector.fromArray(SPECIES, a, offset + i));
    }
    float sum =
        (((s0.lane(0) + s0.lane(8)) + (s0.lane(4) + s0.lane(12)))
                + ((s0.lane(2) + s0.lane(10)) + (s0.lane(6) + s0.lane(14))))
            + (((s0.lane(1) + s0.lane(9)) + (s0.lane(5) + s0.lane(13)))
                + ((s0.lane(3) + s0.lane(11)) + (s0.lane(7) + s0.lane(15))));
    for (int i = full; i < n; i++) {
      sum += a[offset + i];
    }
    return sum;
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      s0 =
          s0.add(
              FloatVector.fromArray(SPECIES, a, aOffset + i)
                  .mul(FloatVector.fromArray(SPECIES, b, bOffset + i)));
    }
    float sum =
        (((s0.lane(0) + s0.lane(8)) + (s0.lane(4) + s0.lane(12)))
                + ((s0.lane(2) + s0.lane(10)) + (s0.lane(6) + s0.lane(14))))
            + (((s0.lane(1) + s0.lane(9)) + (s0.lane(5) + s0.lane(13)))
                + ((s0.lane(3) + s0.lane(11)) + (s0.lane(7) + s0.lane(15))));
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
    FloatVector q0 = FloatVector.zero(SPECIES);
    FloatVector r0 = FloatVector.zero(SPECIES);
    FloatVector s0 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      int at = bOffset + i;
      FloatVector a0 = FloatVector.fromArray(SPECIES, a, aOffset + i);
      p0 = p0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at)));
      q0 = q0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + n)));
      r0 = r0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + 2 * n)));
      s0 = s0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + 3 * n)));
    }
    out[outOffset] =
        (((p0.lane(0) + p0.lane(8)) + (p0.lane(4) + p0.lane(12)))
                + ((p0.lane(2) + p0.lane(10)) + (p0.lane(6) + p0.lane(14))))
            + (((p0.lane(1) + p0.lane(9)) + (p0.lane(5) + p0.lane(13)))
                + ((p0.lane(3) + p0.lane(11)) + (p0.lane(7) + p0.lane(15))));
    out[outOffset + 1] =
        (((q0.lane(0) + q0.lane(8)) + (q0.lane(4) + q0.lane(12)))
                + ((q0.lane(2) + q0.lane(10)) + (q0.lane(6) + q0.lane(14))))
            + (((q0.lane(1) + q0.lane(9)) + (q0.lane(5) + q0.lane(13)))
                + ((q0.lane(3) + q0.lane(11)) + (q0.lane(7) + q0.lane(15))));
    out[outOffset + 2] =
        (((r0.lane(0) + r0.lane(8)) + (r0.lane(4) + r0.lane(12)))
                + ((r0.lane(2) + r0.lane(10)) + (r0.lane(6) + r0.lane(14))))
            + (((r0.lane(1) + r0.lane(9)) + (r0.lane(5) + r0.lane(13)))
                + ((r0.lane(3) + r0.lane(11)) + (r0.lane(7) + r0.lane(15))));
    out[outOffset + 3] =
        (((s0.lane(0) + s0.lane(8)) + (s0.lane(4) + s0.lane(12)))
                + ((s0.lane(2) + s0.lane(10)) + (s0.lane(6) + s0.lane(14))))
            + (((s0.lane(1) + s0.lane(9)) + (s0.lane(5) + s0.lane(13)))
                + ((s0.lane(3) + s0.lane(11)) + (s0.lane(7) + s0.lane(15))));
    for (int row = 0; row < 4; row++) {
      for (int i = full; i < n; i++) {
        out[outOffset + row] += a[aOffset + i] * b[bOffset + row * n + i];
      }
    }
  }

  @Override
  public void dots(
      float[] a,
      int aOffset,
      int aRows,
      float[] b,
      int bOffset,
      int bRows,
      int n,
      float[] out,
      int outOffset,
      int stride) {
    int r = 0;
    if (bRows == 4 && n % LANES == 0) {
      float[] lanes = new float[16 * LANES];
      for (; r + 4 <= aRows; r += 4) {
        SquareDots.add(a, aOffset + r * n, b, bOffset, n, lanes);
        for (int k = 0; k < 16; k++) {
          out[outOffset + (r + k / 4) * stride + k % 4] = SquareDots.fold(lanes, k * LANES);
        }
      }
    }
    if (bRows < 4) {
      float[] four = new float[4];
      for (; r + 4 <= aRows; r += 4) {
        for (int s = 0; s < bRows; s++) {
          fourDots(b, bOffset + s * n, a, aOffset + r * n, n, four, 0);
          for (int k = 0; k < 4; k++) {
            out[outOffset + (r + k) * stride + s] = four[k];
          }
        }
      }
    }
    for (; r < aRows; r++) {
      dots(a, aOffset + r * n, b, bOffset, bRows, n, out, outOffset + r * stride);
    }
  }

  @Override
  public double squaredDistance(float[] a, int aOffset, float[] b, int bOffset, int n) {
    DoubleVector s0 = DoubleVector.zero(DOUBLES);
    DoubleVector s1 = DoubleVector.zero(DOUBLES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      int at = aOffset + i;
      int bt = bOffset + i;
      DoubleVector d0 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt).convertShape(F2D, DOUBLES, 0));
      s0 = s0.add(d0.mul(d0));
      DoubleVector d1 =
          ((DoubleVector) FloatVector.fromArray(HALF, a, at + 8).convertShape(F2D, DOUBLES, 0))
              .sub(FloatVector.fromArray(HALF, b, bt + 8).convertShape(F2D, DOUBLES, 0));
      s1 = s1.add(d1.mul(d1));
    }
    DoubleVector s = s0.add(s1);
    double sum =
        ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
            + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
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
    FloatVector scales = FloatVector.broadcast(SPECIES, scale);
    int full = to - (to - from) % LANES;
    for (int i = from; i < full; i += LANES) {
      FloatVector d0 =
          FloatVector.fromArray(SPECIES, row, offset + i)
              .mul(FloatVector.fromArray(SPECIES, target, i))
              .mul(scales)
              .sub(FloatVector.fromArray(SPECIES, cover, i));
      s0 = s0.add(d0.add(d0.abs())); // twice the positive part, exactly
    }
    float sum =
        (((s0.lane(0) + s0.lane(8)) + (s0.lane(4) + s0.lane(12)))
                + ((s0.lane(2) + s0.lane(10)) + (s0.lane(6) + s0.lane(14))))
            + (((s0.lane(1) + s0.lane(9)) + (s0.lane(5) + s0.lane(13)))
                + ((s0.lane(3) + s0.lane(11)) + (s0.lane(7) + s0.lane(15))));
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
    FloatVector c0 = FloatVector.zero(SPECIES);
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
    }
    float sum =
        (((s0.lane(0) + s0.lane(8)) + (s0.lane(4) + s0.lane(12)))
                + ((s0.lane(2) + s0.lane(10)) + (s0.lane(6) + s0.lane(14))))
            + (((s0.lane(1) + s0.lane(9)) + (s0.lane(5) + s0.lane(13)))
                + ((s0.lane(3) + s0.lane(11)) + (s0.lane(7) + s0.lane(15))));
    float sumCovered =
        (((c0.lane(0) + c0.lane(8)) + (c0.lane(4) + c0.lane(12)))
                + ((c0.lane(2) + c0.lane(10)) + (c0.lane(6) + c0.lane(14))))
            + (((c0.lane(1) + c0.lane(9)) + (c0.lane(5) + c0.lane(13)))
                + ((c0.lane(3) + c0.lane(11)) + (c0.lane(7) + c0.lane(15))));
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
