package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;

/** Reads numbers from a file in memory; running over the end is a named, checked failure. */
final class ByteCursor {

  private final String source;
  private final byte[] data;
  private int at;

  ByteCursor(String source, byte[] data, int at) {
    this.source = source;
    this.data = data;
    this.at = at;
  }

  int at() {
    return at;
  }

  int left() {
    return data.length - at;
  }

  /** Moves on; the bytes must exist. */
  void skip(long count, String field) throws MediaException {
    require(count, field);
    at += (int) count;
  }

  void require(long count, String field) throws MediaException {
    if (count < 0 || count > left()) {
      throw new MediaException(
          source,
          "truncated: %s at offset %d needs %d bytes, %d are left"
              .formatted(field, at, count, left()));
    }
  }

  int u8(String field) throws MediaException {
    require(1, field);
    return data[at++] & 255;
  }

  int u16(String field) throws MediaException {
    return u8(field) << 8 | u8(field);
  }

  int u16Little(String field) throws MediaException {
    return u8(field) | u8(field) << 8;
  }

  int u24Little(String field) throws MediaException {
    return u16Little(field) | u8(field) << 16;
  }

  long u32(String field) throws MediaException {
    return (long) u16(field) << 16 | u16(field);
  }

  long u32Little(String field) throws MediaException {
    return u16Little(field) | (long) u16Little(field) << 16;
  }

  /** Four characters, such as a chunk name; anything unprintable becomes a question mark. */
  String tag(String field) throws MediaException {
    char[] tag = new char[4];
    for (int i = 0; i < 4; i++) {
      char c = (char) u8(field);
      tag[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    return new String(tag);
  }

  MediaException broken(String problem) {
    return new MediaException(source, problem + " (offset " + at + ")");
  }
}
