package io.qcpruner.model.kernel;

/** How the numbers of a weight matrix lie in memory, in little-endian order. */
public enum StoredType {
  F32(4),
  F16(2),
  BF16(2);

  private final int bytes;

  StoredType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }
}
