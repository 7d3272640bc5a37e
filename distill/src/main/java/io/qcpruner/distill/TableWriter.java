package io.qcpruner.distill;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the weighted rows as {@code model.safetensors}. */
final class TableWriter {

  private TableWriter() {}

  static void write(Path file, double[][] rows, VectorFormat format) throws IOException {
    int n = rows.length;
    int dim = rows[0].length;
    byte[] table =
        format == VectorFormat.INT8 ? bytes(rows) : floating(rows, format == VectorFormat.F16);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(header(n, dim, format, table.length));
      out.write(table);
    }
  }

  private static byte[] header(int n, int dim, VectorFormat format, int length) {
    String type = format == VectorFormat.INT8 ? "I8" : format.name();
    StringBuilder json = new StringBuilder();
    json.append(
        "{\"embeddings\":{\"dtype\":\"%s\",\"shape\":[%d,%d],\"data_offsets\":[0,%d]}}"
            .formatted(type, n, dim, length));
    while (json.length() % Long.BYTES != 0) {
      json.append(' ');
    }
    byte[] text = json.toString().getBytes(StandardCharsets.UTF_8);
    return little(Long.BYTES + text.length).putLong(text.length).put(text).array();
  }

  /** The scale is not stored: it is one for the whole table and cancels in every cosine. */
  private static byte[] bytes(double[][] rows) {
    double largest = 0;
    for (double[] row : rows) {
      for (double value : row) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    ByteBuffer out = little(rows.length * rows[0].length);
    for (double[] row : rows) {
      for (double value : row) {
        out.put((byte) Math.rint(value * Byte.MAX_VALUE / largest));
      }
    }
    return out.array();
  }

  private static byte[] floating(double[][] rows, boolean half) {
    ByteBuffer out = little(rows.length * rows[0].length * (half ? Short.BYTES : Float.BYTES));
    for (double[] row : rows) {
      for (double value : row) {
        if (half) {
          out.putShort(Half.bits(value));
        } else {
          out.putFloat((float) value);
        }
      }
    }
    return out.array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
