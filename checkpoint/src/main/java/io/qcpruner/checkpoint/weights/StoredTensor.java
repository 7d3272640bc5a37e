package io.qcpruner.checkpoint.weights;

/**
 * Where a tensor lies in its file.
 *
 * @param offset first byte, counted from the start of the file
 */
public record StoredTensor(TensorSpec spec, long offset) {

  public long length() {
    return spec.byteLength();
  }

  public long end() {
    return offset + length();
  }
}
