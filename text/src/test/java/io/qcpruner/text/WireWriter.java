package io.qcpruner.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes a Protocol Buffers message. */
final class WireWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  WireWriter integer(int field, long value) {
    varint(field << 3);
    varint(value);
    return this;
  }

  WireWriter fixedFloat(int field, float value) {
    varint(field << 3 | 5);
    out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array());
    return this;
  }

  WireWriter text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  WireWriter message(int field, WireWriter inner) {
    return bytes(field, inner.bytes());
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  private WireWriter bytes(int field, byte[] value) {
    varint(field << 3 | 2);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    for (; (value & ~0x7FL) != 0; value >>>= 7) {
      out.write((int) (value & 0x7F | 0x80));
    }
    out.write((int) value);
  }
}
