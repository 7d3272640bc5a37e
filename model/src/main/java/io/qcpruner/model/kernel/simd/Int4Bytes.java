package io.qcpruner.model.kernel.simd;

import static io.qcpruner.model.kernel.Int4Matrix.GROUP;
import static io.qcpruner.model.kernel.Int4Matrix.GROUP_BYTES;
import static io.qcpruner.model.kernel.Int4Matrix.PANEL;
import static io.qcpruner.model.kernel.Int4Matrix.SCALE_BYTES;
import static io.qcpruner.model.kernel.simd.Int4Lanes.FLOATS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.INTS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.LANES;
import static io.qcpruner.model.kernel.simd.Int4Lanes.PAIRS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.SHORTS;
import static io.qcpruner.model.kernel.simd.Int4Lanes.SIDE;
import static io.qcpruner.model.kernel.simd.Int4Lanes.STEP_BYTES;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import io.qcpruner.model.kernel.Int4Matrix;
import java.nio.ByteBuffer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;

/**
 * The weights of one panel as 8-bit codes with one scale for each output. A group's codes are
 * multiplied by the ratio of its scale to the output's, in steps of 2⁻⁸, so that all of it happens
 * in lanes of 16 bits: 8 · 127 / 8 · 2⁸ = 32512. A lane ends as the codes of an even output and of
 * the odd one behind it.
 */
final class Int4Bytes {
  private static final float ROUND = 0x1.8p23f; // adding it leaves the nearest integer
  private static final int ROUND_BITS = Float.floatToRawIntBits(ROUND);
  private static final short CODE = 15;
  private static final short ZERO = Int4Matrix.ZERO;
  private static final short HALF = Int4Matrix.BYTE_ONE / 2;
  private static final int SHIFT = Int4Matrix.BYTE_SHIFT;
  private static final short LOW = 0xFF;

  private final Int4Matrix w;
  private final int panel;
  private final float[] inverses = new float[PANEL]; // of each vector: even lanes, then odd ones
  private final short[] factors = new short[PANEL];
  private final short[] codeSums = new short[PANEL];

  Int4Bytes(Int4Matrix w, int panel) {
    this.w = w;
    this.panel = panel;
  }

  /** As {@link io.qcpruner.model.kernel.Int4Kernels#toBytes}. */
  void write(short[] out, int offset, int stride, float[] scales, int[] sums, int at) {
    scales(scales, at);
    int[] laneSums = new int[PANEL];
    int apart = w.groups() * GROUP_BYTES;
    for (int g = 0; g < w.groups(); g++) {
      for (int k = 0; k < PANEL; k += LANES) {
        factors(w.scales(), scalesAt(k) + g * SCALE_BYTES, inverses, k, factors);
      }
      for (int lane = 0; lane < SIDE; lane += LANES) {
        int p = w.codesAt(panel, 0) + g * GROUP_BYTES + lane * Short.BYTES;
        int to = offset + g * GROUP * stride + lane;
        group(w.codes(), p, apart, factors, codeSums, lane, out, to, stride);
      }
      for (int j = 0; j < PANEL; j++) {
        laneSums[j] += codeSums[j];
      }
    }
    for (int j = 0; j < SIDE; j++) {
      sums[at + 2 * j] = laneSums[j];
      sums[at + 2 * j + 1] = laneSums[SIDE + j];
    }
  }

  private int scalesAt(int lane) {
    return w.scalesAt(panel, lane / SIDE) + lane % SIDE * Short.BYTES;
  }

  /** The outputs' scales, and what makes factors of the groups' scales. */
  private void scales(float[] scales, int at) {
    float[] largest = new float[PANEL];
    for (int lane = 0; lane < PANEL; lane += LANES) {
      largest(w.scales(), scalesAt(lane), w.groups(), inverses, lane);
      Int4Lanes.spread(inverses, lane, largest, 2 * (lane % SIDE) + lane / SIDE);
    }
    for (int j = 0; j < PANEL; j++) {
      scales[at + j] = Int4Matrix.byteScale(largest[j]);
      inverses[j] = Int4Matrix.byteInverse(inverses[j]);
    }
  }

  /** The largest magnitude of the scales of each lane: even lanes, then odd ones. */
  private static void largest(ByteBuffer scales, int s, int groups, float[] most, int at) {
    FloatVector even = FloatVector.zero(FLOATS);
    FloatVector odd = even;
    for (int g = 0; g < groups; g++) {
      IntVector pair = IntVector.fromByteBuffer(INTS, scales, s, LITTLE_ENDIAN);
      even = even.max(pair.lanewise(LSHL, 16).reinterpretAsFloats().abs());
      odd = odd.max(pair.and(0xFFFF0000).reinterpretAsFloats().abs());
      s += SCALE_BYTES;
    }
    even.intoArray(most, at);
    odd.intoArray(most, at + PAIRS);
  }

  /** Factors of one vector of lanes, in the order of lanes. */
  private static void factors(ByteBuffer scales, int s, float[] inverses, int at, short[] factors) {
    IntVector pair = IntVector.fromByteBuffer(INTS, scales, s, LITTLE_ENDIAN);
    FloatVector even = pair.lanewise(LSHL, 16).reinterpretAsFloats();
    FloatVector odd = pair.and(0xFFFF0000).reinterpretAsFloats();
    IntVector low =
        even.mul(FloatVector.fromArray(FLOATS, inverses, at))
            .add(ROUND)
            .reinterpretAsInts()
            .sub(ROUND_BITS);
    odd.mul(FloatVector.fromArray(FLOATS, inverses, at + PAIRS))
        .add(ROUND)
        .reinterpretAsInts()
        .sub(ROUND_BITS)
        .lanewise(LSHL, 16)
        .add(low.and(0xFFFF))
        .reinterpretAsShorts()
        .intoArray(factors, at);
  }

  /** The codes of some lanes of a group, and their sums. */
  private static void group(
      ByteBuffer codes,
      int p,
      int apart,
      short[] factors,
      short[] sums,
      int lane,
      short[] out,
      int to,
      int stride) {
    ShortVector evenFactor = ShortVector.fromArray(SHORTS, factors, lane);
    ShortVector oddFactor = ShortVector.fromArray(SHORTS, factors, SIDE + lane);
    ShortVector low = ShortVector.broadcast(SHORTS, LOW);
    ShortVector evenSum = ShortVector.zero(SHORTS);
    ShortVector oddSum = evenSum;
    for (int e = p + GROUP_BYTES; p < e; p += STEP_BYTES) {
      ShortVector q = ShortVector.fromByteBuffer(SHORTS, codes, p, LITTLE_ENDIAN);
      ShortVector r = ShortVector.fromByteBuffer(SHORTS, codes, p + apart, LITTLE_ENDIAN);
      ShortVector even0 = q.and(CODE).sub(ZERO).mul(evenFactor).add(HALF).lanewise(ASHR, SHIFT);
      ShortVector odd0 = r.and(CODE).sub(ZERO).mul(oddFactor).add(HALF).lanewise(ASHR, SHIFT);
      low.and(even0).add(odd0.lanewise(LSHL, 8)).intoArray(out, to);
      ShortVector even1 =
          q.lanewise(LSHR, 4).and(CODE).sub(ZERO).mul(evenFactor).add(HALF).lanewise(ASHR, SHIFT);
      ShortVector odd1 =
          r.lanewise(LSHR, 4).and(CODE).sub(ZERO).mul(oddFactor).add(HALF).lanewise(ASHR, SHIFT);
      low.and(even1).add(odd1.lanewise(LSHL, 8)).intoArray(out, to + stride);
      ShortVector even2 =
          q.lanewise(LSHR, 8).and(CODE).sub(ZERO).mul(evenFactor).add(HALF).lanewise(ASHR, SHIFT);
      ShortVector odd2 =
          r.lanewise(LSHR, 8).and(CODE).sub(ZERO).mul(oddFactor).add(HALF).lanewise(ASHR, SHIFT);
      low.and(even2).add(odd2.lanewise(LSHL, 8)).intoArray(out, to + 2 * stride);
      ShortVector even3 =
          q.lanewise(LSHR, 12).sub(ZERO).mul(evenFactor).add(HALF).lanewise(ASHR, SHIFT);
      ShortVector odd3 =
          r.lanewise(LSHR, 12).sub(ZERO).mul(oddFactor).add(HALF).lanewise(ASHR, SHIFT);
      low.and(even3).add(odd3.lanewise(LSHL, 8)).intoArray(out, to + 3 * stride);
      evenSum = evenSum.add(even0.add(even1)).add(even2.add(even3));
      oddSum = oddSum.add(odd0.add(odd1)).add(odd2.add(odd3));
      to += 4 * stride;
    }
    evenSum.intoArray(sums, lane);
    oddSum.intoArray(sums, SIDE + lane);
  }
}
