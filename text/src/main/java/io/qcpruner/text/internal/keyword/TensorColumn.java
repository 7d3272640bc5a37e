package io.qcpruner.text.internal.keyword;

import io.qcpruner.checkpoint.weights.HalfFloats;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.checkpoint.weights.WeightsException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Optional tensors with one entry per token.
 *
 * @param file the safetensors file
 * @param label how messages call it
 * @param tokens number of tokens
 */
record TensorColumn(ByteBuffer file, String label, int tokens) {

  /** Factors per token id, or null when the model has none. */
  double[] factors(StoredTensor stored) throws WeightsException {
    if (stored == null) {
      return null;
    }
    checkLength(stored);
    ByteBuffer bytes = bytes(stored);
    double[] out = new double[tokens];
    for (int i = 0; i < tokens; i++) {
      out[i] =
          switch (stored.spec().type()) {
            case F64 -> bytes.getDouble();
            case F32 -> bytes.getFloat();
            case F16 -> HalfFloats.fromF16(bytes.getShort());
            default -> throw wrongType(stored, "F64, F32 or F16");
          };
      if (!Double.isFinite(out[i])) {
        throw new WeightsException(
            "%s: entry %d of %s is NaN or infinite".formatted(label, i, stored.spec().name()));
      }
    }
    return out;
  }

  /** The row of each token id, or null when the model has no mapping. */
  int[] rows(StoredTensor stored, int rows) throws WeightsException {
    if (stored == null) {
      return null;
    }
    checkLength(stored);
    NumberType type = stored.spec().type();
    if (type != NumberType.I32 && type != NumberType.I64) {
      throw wrongType(stored, "I32 or I64");
    }
    ByteBuffer bytes = bytes(stored);
    int[] out = new int[tokens];
    for (int i = 0; i < tokens; i++) {
      long row = type == NumberType.I32 ? bytes.getInt() : bytes.getLong();
      if (row < 0 || row >= rows) {
        throw new WeightsException(
            "%s: mapping of token %d is row %d of %d".formatted(label, i, row, rows));
      }
      out[i] = (int) row;
    }
    return out;
  }

  private void checkLength(StoredTensor stored) throws WeightsException {
    if (stored.spec().shape().length != 1 || stored.spec().elements() != tokens) {
      throw new WeightsException(
          "%s: %s must have one entry for each of the %d tokens"
              .formatted(label, stored.spec(), tokens));
    }
  }

  private ByteBuffer bytes(StoredTensor stored) {
    return file.slice((int) stored.offset(), (int) stored.length()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private WeightsException wrongType(StoredTensor stored, String wanted) {
    return new WeightsException("%s: %s must be %s".formatted(label, stored.spec(), wanted));
  }
}
