package io.qcpruner.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Fields of a Protocol Buffers message, one after the other. */
final class WireReader {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  /** The bytes are not a message. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  private final ByteBuffer in;
  private int field;
  private int wire;

  WireReader(byte[] message) {
    this(ByteBuffer.wrap(message));
  }

  private WireReader(ByteBuffer in) {
    this.in = in.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Moves to the next field; false at the end. */
  boolean next() throws Malformed {
    if (!in.hasRemaining()) {
      return false;
    }
    long tag = varint();
    field = (int) (tag >>> 3);
    wire = (int) (tag & 7);
    return true;
  }

  int field() {
    return field;
  }

  long integer() throws Malformed {
    require(wire == VARINT, "field " + field + " is not an integer");
    return varint();
  }

  float fixedFloat() throws Malformed {
    require(wire == FIXED32 && in.remaining() >= 4, "field " + field + " is not a float");
    return in.getFloat();
  }

  String text() throws Malformed {
    byte[] bytes = new byte[length()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  WireReader message() throws Malformed {
    int length = length();
    WireReader inner = new WireReader(in.slice(in.position(), length));
    in.position(in.position() + length);
    return inner;
  }

  void skip() throws Malformed {
    switch (wire) {
      case VARINT -> varint();
      case FIXED64 -> advance(8);
      case BYTES -> advance(length());
      case FIXED32 -> advance(4);
      default -> throw new Malformed("wire type " + wire + " at byte " + in.position());
    }
  }

  void require(boolean good, String problem) throws Malformed {
    if (!good) {
      throw new Malformed(problem);
    }
  }

  private void advance(int count) throws Malformed {
    require(in.remaining() >= count, "cut off at byte " + in.position());
    in.position(in.position() + count);
  }

  private int length() throws Malformed {
    require(wire == BYTES, "field " + field + " has no length");
    long length = varint();
    require(
        length >= 0 && length <= in.remaining(),
        "field " + field + " of " + length + " bytes is cut off");
    return (int) length;
  }

  private long varint() throws Malformed {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      require(in.hasRemaining(), "cut off at byte " + in.position());
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new Malformed("endless integer at byte " + in.position());
  }
}
