package io.qcpruner.checkpoint.weights;

import java.nio.ByteBuffer;

/**
 * Stored elements to and from Java numbers; buffers are little-endian and used from their position.
 */
final class Elements {
  private Elements() {}

  static void toFloats(ByteBuffer bytes, NumberType type, float[] out, int at, int count) {
    if (type == NumberType.F32) {
      bytes.asFloatBuffer().get(out, at, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      out[at + i] =
          switch (type) {
            case F64 -> (float) bytes.getDouble();
            case F16 -> HalfFloats.fromF16(bytes.getShort());
            case BF16 -> HalfFloats.fromBf16(bytes.getShort());
            default -> integer(bytes, type);
          };
    }
  }

  static void toLongs(ByteBuffer bytes, NumberType type, long[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = integer(bytes, type);
    }
  }

  static void put(ByteBuffer bytes, NumberType type, float[] values, int from, int count) {
    switch (type) {
      case F32 -> {
        bytes.asFloatBuffer().put(values, from, count);
        bytes.position(bytes.position() + count * Float.BYTES);
      }
      case BF16 -> {
        for (int i = from; i < from + count; i++) {
          bytes.putShort(HalfFloats.toBf16(values[i]));
        }
      }
      default -> {
        for (int i = from; i < from + count; i++) {
          put(bytes, type, values[i]);
        }
      }
    }
  }

  static void put(ByteBuffer bytes, NumberType type, float value) {
    switch (type) {
      case F64 -> bytes.putDouble(value);
      case F32 -> bytes.putFloat(value);
      case F16 -> bytes.putShort(HalfFloats.toF16(value));
      case BF16 -> bytes.putShort(HalfFloats.toBf16(value));
      default -> put(bytes, type, (long) value);
    }
  }

  static void put(ByteBuffer bytes, NumberType type, long value) {
    switch (type) {
      case I64 -> bytes.putLong(value);
      case I32 -> bytes.putInt((int) value);
      case I16 -> bytes.putShort((short) value);
      case I8, U8, BOOL -> bytes.put((byte) value);
      default -> put(bytes, type, (float) value);
    }
  }

  private static long integer(ByteBuffer bytes, NumberType type) {
    return switch (type) {
      case I64 -> bytes.getLong();
      case I32 -> bytes.getInt();
      case I16 -> bytes.getShort();
      case I8 -> bytes.get();
      case U8, BOOL -> bytes.get() & 0xFF;
      default -> throw new IllegalArgumentException(type + " is not an integer type");
    };
  }
}
