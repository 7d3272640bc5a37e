package io.qcpruner.text.internal.keyword;

import io.qcpruner.checkpoint.weights.HalfFloats;
import io.qcpruner.checkpoint.weights.NumberType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/**
 * Rows of numbers inside a safetensors file, mapped or in memory, widened when they are used: a
 * prompt needs some dozen of thirty thousand rows, so converting the table first would be most of
 * the loading time.
 */
final class VectorTable {

  private final ByteBuffer file;
  private final int start;
  private final NumberType type;
  private final int rows;
  private final int dimensions;

  VectorTable(ByteBuffer file, int start, NumberType type, int rows, int dimensions) {
    this.file = file.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    this.start = start;
    this.type = type;
    this.rows = rows;
    this.dimensions = dimensions;
  }

  static boolean supports(NumberType type) {
    return switch (type) {
      case F64, F32, F16, I8 -> true;
      default -> false;
    };
  }

  int rows() {
    return rows;
  }

  int dimensions() {
    return dimensions;
  }

  /** The first row with a number that is infinite or none, -1 if all can be used. */
  int firstUnusable() {
    for (int row = 0; row < rows && type != NumberType.I8; row++) {
      for (int i = 0; i < dimensions; i++) {
        int at = start + (row * dimensions + i) * type.bytes();
        boolean finite =
            switch (type) {
              case F16 -> Float.isFinite(HalfFloats.fromF16(file.getShort(at)));
              case F32 -> Float.isFinite(file.getFloat(at));
              default -> Double.isFinite(file.getDouble(at));
            };
        if (!finite) {
          return row;
        }
      }
    }
    return -1;
  }

  /** sums += factor * row. */
  void add(int row, double factor, double[] sums) {
    int at = start + row * dimensions * type.bytes();
    switch (type) {
      case I8 -> {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += factor * file.get(at + i);
        }
      }
      case F16 -> {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += factor * HalfFloats.fromF16(file.getShort(at + 2 * i));
        }
      }
      case F32 -> {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += factor * file.getFloat(at + 4 * i);
        }
      }
      case F64 -> {
        for (int i = 0; i < sums.length; i++) {
          sums[i] += factor * file.getDouble(at + 8 * i);
        }
      }
      default -> throw new AssertionError("tables of " + type + " are refused on loading");
    }
  }

  /** Hash of the stored bytes, which names the table. */
  byte[] digest(MessageDigest digest) {
    digest.update(file.slice(start, rows * dimensions * type.bytes()));
    return digest.digest();
  }
}
