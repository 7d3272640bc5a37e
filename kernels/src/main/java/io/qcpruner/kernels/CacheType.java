package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * How the numbers of one head's row lie in a cache of keys or values, in little-endian order;
 * native code has the same kinds in the same order.
 */
public enum CacheType {
  F32(Float.MAX_VALUE),
  F16(StoredType.F16_LARGEST),
  /**
   * Codes from -127 to 127 of turned rows ({@link BlockTurn}) with a scale for every 32 numbers:
   * the scales of a row, floats, then its codes.
   */
  INT8(Float.MAX_VALUE);

  /** Numbers that share a scale. */
  static final int GROUP = 32;

  private static final int LARGEST_CODE = 127;

  private final float largest;

  CacheType(float largest) {
    this.largest = largest;
  }

  /** Whether numbers up to that magnitude can be kept. */
  public boolean fits(float most) {
    return most <= largest; // false if it is NaN
  }

  /** Bytes of a row. */
  public int rowBytes(int dim) {
    return switch (this) {
      case F32 -> Float.BYTES * dim;
      case F16 -> Short.BYTES * dim;
      case INT8 -> Float.BYTES * groups(dim) + dim;
    };
  }

  private static int groups(int dim) {
    return (dim + GROUP - 1) / GROUP;
  }

  /** Writes a row from byte {@code at} on. */
  void put(ByteBuffer rows, int at, float[] x) {
    switch (this) {
      case F32 -> rows.slice(at, rowBytes(x.length)).order(rows.order()).asFloatBuffer().put(x);
      case F16 -> {
        for (int i = 0; i < x.length; i++) {
          rows.putShort(at + Short.BYTES * i, StoredType.half(x[i]));
        }
      }
      case INT8 -> putCodes(rows, at, BlockTurn.turnedHead(x));
    }
  }

  private static void putCodes(ByteBuffer rows, int at, float[] x) {
    for (int g = 0; g < groups(x.length); g++) {
      int end = Math.min(x.length, (g + 1) * GROUP);
      float most = LaneMath.largest(x, g * GROUP, end);
      float inverse = LaneMath.inverse(most, LARGEST_CODE);
      rows.putFloat(at + Float.BYTES * g, most / LARGEST_CODE); // NaN or infinite if x is
      for (int i = g * GROUP; i < end; i++) {
        int code = inverse == 0 ? 0 : LaneMath.nearest(x[i] * inverse);
        rows.put(codeAt(at, x.length, i), (byte) code);
      }
    }
  }

  private static int codeAt(int at, int dim, int i) {
    return at + Float.BYTES * groups(dim) + i;
  }

  /** The row of dim numbers that begins at byte {@code at}, as it was rounded. */
  float[] row(ByteBuffer rows, int at, int dim) {
    float[] made = new float[dim];
    for (int i = 0; i < dim; i++) {
      made[i] = number(rows, at, dim, i) * scale(rows, at, i);
    }
    return this == INT8 ? BlockTurn.headBack(made) : made;
  }

  /** Number i of the row that begins at byte {@code at}, turned with 8 bits, without its scale. */
  float number(ByteBuffer rows, int at, int dim, int i) {
    return switch (this) {
      case F32 -> rows.getFloat(at + Float.BYTES * i);
      case F16 -> StoredType.F16.number(rows.getShort(at + Short.BYTES * i));
      case INT8 -> rows.get(codeAt(at, dim, i));
    };
  }

  /** The scale of number i. */
  float scale(ByteBuffer rows, int at, int i) {
    return this == INT8 ? rows.getFloat(at + Float.BYTES * (i / GROUP)) : 1;
  }
}
