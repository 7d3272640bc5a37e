package io.qcpruner.checkpoint.weights;

/** Number types of stored tensors, with the names that safetensors headers use. */
public enum NumberType {
  F64(8),
  F32(4),
  F16(2),
  /** The upper half of an F32. */
  BF16(2),
  I64(8),
  I32(4),
  I16(2),
  I8(1),
  U8(1),
  BOOL(1);

  private final int bytes;

  NumberType(int bytes) {
    this.bytes = bytes;
  }

  /** Bytes of one element. */
  public int bytes() {
    return bytes;
  }

  public boolean isFloat() {
    return this == F64 || this == F32 || this == F16 || this == BF16;
  }

  /** The type a header names, or null if no reader here understands it. */
  static NumberType named(String name) {
    for (NumberType type : values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    return null;
  }
}
