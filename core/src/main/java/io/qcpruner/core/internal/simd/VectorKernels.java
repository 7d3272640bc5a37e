package io.qcpruner.core.internal.simd;

import static jdk.incubator.vector.VectorOperators.F2D;

import io.qcpruner.core.linalg.KernelSupport;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels in vectors of 4, 8 or 16 lanes: four, two or one of them hold the sixteen virtual
 * lanes. The width is a constant of the class, so the compiler drops the branches for other widths;
 * {@link SpeciesOf} says where it comes from.
 *
 * <p>Vectors stay inside one method where loops run: where the compiler does not inline a helper,
 * each vector that crosses the call becomes an object.
 */
final class VectorKernels implements KernelSupport {

  private static final VectorSpecies<Float> SPECIES =
      SpeciesOf.floats(SpeciesOf.bits(MethodHandles.lookup()));

  /** As many floats as doubles fill a vector. */
  private static final VectorSpecies<Float> HALF = SpeciesOf.floats(SPECIES.vectorBitSize() / 2);

  private static final VectorSpecies<Double> DOUBLES = SpeciesOf.doubles(SPECIES.vectorBitSize());
  private static final int WIDTH = SPECIES.length();
  private static final int DOUBLE_WIDTH = WIDTH / 2;

  @Override
  public String name() {
    return "vector-" + SPECIES.vectorBitSize();
  }

  @Override
  public float sum(float[] a, int offset, int n) {
    FloatVector s0 = FloatVector.zero(SPECIES);
    FloatVector s1 = FloatVector.zero(SPECIES);
    FloatVector s2 = FloatVector.zero(SPECIES);
    FloatVector s3 = FloatVector.zero(SPECIES);
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      int at = offset + i;
      s0 = s0.add(FloatVector.fromArray(SPECIES, a, at));
      if (WIDTH < 16) {
        s1 = s1.add(FloatVector.fromArray(SPECIES, a, at + WIDTH));
      }
      if (WIDTH < 8) {
        s2 = s2.add(FloatVector.fromArray(SPECIES, a, at + 2 * WIDTH));
        s3 = s3.add(FloatVector.fromArray(SPECIES, a, at + 3 * WIDTH));
      }
    }
    float sum = fold(WIDTH == 16 ? s0 : WIDTH == 8 ? s0.add(s1) : s0.add(s2).add(s1.add(s3)));
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
      // no locals for the loads: with them the compiled loop is slower on short rows
      int at = aOffset + i;
      int bt = bOffset + i;
      s0 = s0.add(FloatVector.fromArray(SPECIES, a, at).mul(FloatVector.fromArray(SPECIES, b, bt)));
      if (WIDTH < 16) {
        s1 =
            s1.add(
                FloatVector.fromArray(SPECIES, a, at + WIDTH)
                    .mul(FloatVector.fromArray(SPECIES, b, bt + WIDTH)));
      }
      if (WIDTH < 8) {
        s2 =
            s2.add(
                FloatVector.fromArray(SPECIES, a, at + 2 * WIDTH)
                    .mul(FloatVector.fromArray(SPECIES, b, bt + 2 * WIDTH)));
        s3 =
            s3.add(
                FloatVector.fromArray(SPECIES, a, at + 3 * WIDTH)
                    .mul(FloatVector.fromArray(SPECIES, b, bt + 3 * WIDTH)));
      }
    }
    float sum = fold(WIDTH == 16 ? s0 : WIDTH == 8 ? s0.add(s1) : s0.add(s2).add(s1.add(s3)));
    for (int i = full; i < n; i++) {
      sum += a[aOffset + i] * b[bOffset + i];
    }
    return sum;
  }

  @Override
  public void dots(
      float[] a, int aOffset, float[] b, int bOffset, int rows, int n, float[] out, int outOffset) {
    int r = 0;
    // four sums of four vectors would not stay in registers
    for (; WIDTH > 4 && r + 4 <= rows; r += 4) {
      fourDots(a, aOffset, b, bOffset + r * n, n, out, outOffset + r);
    }
    for (; r < rows; r++) {
      out[outOffset + r] = dot(a, aOffset, b, bOffset + r * n, n);
    }
  }

  /** Four rows at once, so that one load of a serves four products; at least 8 lanes. */
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
      p0 = p0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at)));
      q0 = q0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + n)));
      r0 = r0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + 2 * n)));
      s0 = s0.add(a0.mul(FloatVector.fromArray(SPECIES, b, at + 3 * n)));
      if (WIDTH < 16) {
        int bt = at + WIDTH;
        FloatVector a1 = FloatVector.fromArray(SPECIES, a, aOffset + i + WIDTH);
        p1 = p1.add(a1.mul(FloatVector.fromArray(SPECIES, b, bt)));
        q1 = q1.add(a1.mul(FloatVector.fromArray(SPECIES, b, bt + n)));
        r1 = r1.add(a1.mul(FloatVector.fromArray(SPECIES, b, bt + 2 * n)));
        s1 = s1.add(a1.mul(FloatVector.fromArray(SPECIES, b, bt + 3 * n)));
      }
    }
    out[outOffset] = fold(WIDTH == 16 ? p0 : p0.add(p1));
    out[outOffset + 1] = fold(WIDTH == 16 ? q0 : q0.add(q1));
    out[outOffset + 2] = fold(WIDTH == 16 ? r0 : r0.add(r1));
    out[outOffset + 3] = fold(WIDTH == 16 ? s0 : s0.add(s1));
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
    if (WIDTH == 16) {
      SquareDots.dots(this, a, aOffset, aRows, b, bOffset, bRows, n, out, outOffset, stride);
    } else {
      KernelSupport.super.dots(a, aOffset, aRows, b, bOffset, bRows, n, out, outOffset, stride);
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
      DoubleVector d0 = doubles(a, at).sub(doubles(b, bt));
      s0 = s0.add(d0.mul(d0));
      DoubleVector d1 = doubles(a, at + DOUBLE_WIDTH).sub(doubles(b, bt + DOUBLE_WIDTH));
      s1 = s1.add(d1.mul(d1));
      if (WIDTH < 16) {
        DoubleVector d2 = doubles(a, at + 2 * DOUBLE_WIDTH).sub(doubles(b, bt + 2 * DOUBLE_WIDTH));
        s2 = s2.add(d2.mul(d2));
        DoubleVector d3 = doubles(a, at + 3 * DOUBLE_WIDTH).sub(doubles(b, bt + 3 * DOUBLE_WIDTH));
        s3 = s3.add(d3.mul(d3));
      }
      if (WIDTH < 8) {
        DoubleVector d4 = doubles(a, at + 4 * DOUBLE_WIDTH).sub(doubles(b, bt + 4 * DOUBLE_WIDTH));
        s4 = s4.add(d4.mul(d4));
        DoubleVector d5 = doubles(a, at + 5 * DOUBLE_WIDTH).sub(doubles(b, bt + 5 * DOUBLE_WIDTH));
        s5 = s5.add(d5.mul(d5));
        DoubleVector d6 = doubles(a, at + 6 * DOUBLE_WIDTH).sub(doubles(b, bt + 6 * DOUBLE_WIDTH));
        s6 = s6.add(d6.mul(d6));
        DoubleVector d7 = doubles(a, at + 7 * DOUBLE_WIDTH).sub(doubles(b, bt + 7 * DOUBLE_WIDTH));
        s7 = s7.add(d7.mul(d7));
      }
    }
    double sum;
    if (WIDTH == 16) {
      DoubleVector s = s0.add(s1);
      sum =
          ((s.lane(0) + s.lane(4)) + (s.lane(2) + s.lane(6)))
              + ((s.lane(1) + s.lane(5)) + (s.lane(3) + s.lane(7)));
    } else if (WIDTH == 8) {
      DoubleVector s = s0.add(s2).add(s1.add(s3));
      sum = (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
    } else {
      DoubleVector s = s0.add(s4).add(s2.add(s6)).add(s1.add(s5).add(s3.add(s7)));
      sum = s.lane(0) + s.lane(1);
    }
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
      if (WIDTH < 16) {
        FloatVector d1 =
            FloatVector.fromArray(SPECIES, row, offset + i + WIDTH)
                .mul(FloatVector.fromArray(SPECIES, target, i + WIDTH))
                .mul(scales)
                .sub(FloatVector.fromArray(SPECIES, cover, i + WIDTH));
        s1 = s1.add(d1.add(d1.abs()));
      }
      if (WIDTH < 8) {
        FloatVector d2 =
            FloatVector.fromArray(SPECIES, row, offset + i + 2 * WIDTH)
                .mul(FloatVector.fromArray(SPECIES, target, i + 2 * WIDTH))
                .mul(scales)
                .sub(FloatVector.fromArray(SPECIES, cover, i + 2 * WIDTH));
        s2 = s2.add(d2.add(d2.abs()));
        FloatVector d3 =
            FloatVector.fromArray(SPECIES, row, offset + i + 3 * WIDTH)
                .mul(FloatVector.fromArray(SPECIES, target, i + 3 * WIDTH))
                .mul(scales)
                .sub(FloatVector.fromArray(SPECIES, cover, i + 3 * WIDTH));
        s3 = s3.add(d3.add(d3.abs()));
      }
    }
    float sum = fold(WIDTH == 16 ? s0 : WIDTH == 8 ? s0.add(s1) : s0.add(s2).add(s1.add(s3)));
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
      if (WIDTH < 16) {
        FloatVector w1 =
            FloatVector.fromArray(SPECIES, row, offset + i + WIDTH)
                .mul(FloatVector.fromArray(SPECIES, target, i + WIDTH))
                .mul(scales);
        s1 = s1.add(w1.add(w1.abs()));
        FloatVector d1 = w1.sub(FloatVector.fromArray(SPECIES, cover, i + WIDTH));
        c1 = c1.add(d1.add(d1.abs()));
      }
      if (WIDTH < 8) {
        FloatVector w2 =
            FloatVector.fromArray(SPECIES, row, offset + i + 2 * WIDTH)
                .mul(FloatVector.fromArray(SPECIES, target, i + 2 * WIDTH))
                .mul(scales);
        s2 = s2.add(w2.add(w2.abs()));
        FloatVector d2 = w2.sub(FloatVector.fromArray(SPECIES, cover, i + 2 * WIDTH));
        c2 = c2.add(d2.add(d2.abs()));
        FloatVector w3 =
            FloatVector.fromArray(SPECIES, row, offset + i + 3 * WIDTH)
                .mul(FloatVector.fromArray(SPECIES, target, i + 3 * WIDTH))
                .mul(scales);
        s3 = s3.add(w3.add(w3.abs()));
        FloatVector d3 = w3.sub(FloatVector.fromArray(SPECIES, cover, i + 3 * WIDTH));
        c3 = c3.add(d3.add(d3.abs()));
      }
    }
    float sum = fold(WIDTH == 16 ? s0 : WIDTH == 8 ? s0.add(s1) : s0.add(s2).add(s1.add(s3)));
    float sumCovered =
        fold(WIDTH == 16 ? c0 : WIDTH == 8 ? c0.add(c1) : c0.add(c2).add(c1.add(c3)));
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
    return CoverageUpdate.run(row, offset, target, scale, cover, from, to);
  }

  /** As many numbers as fill a vector of doubles; short enough to be inlined everywhere. */
  private static DoubleVector doubles(float[] a, int at) {
    return (DoubleVector) FloatVector.fromArray(HALF, a, at).convertShape(F2D, DOUBLES, 0);
  }

  /** Folds lanes by the tree of all kernels: distance 8, 4, 2, 1. */
  private static float fold(FloatVector v) {
    if (WIDTH == 16) {
      return (((v.lane(0) + v.lane(8)) + (v.lane(4) + v.lane(12)))
              + ((v.lane(2) + v.lane(10)) + (v.lane(6) + v.lane(14))))
          + (((v.lane(1) + v.lane(9)) + (v.lane(5) + v.lane(13)))
              + ((v.lane(3) + v.lane(11)) + (v.lane(7) + v.lane(15))));
    }
    return WIDTH == 8
        ? ((v.lane(0) + v.lane(4)) + (v.lane(2) + v.lane(6)))
            + ((v.lane(1) + v.lane(5)) + (v.lane(3) + v.lane(7)))
        : (v.lane(0) + v.lane(2)) + (v.lane(1) + v.lane(3));
  }
}
