package io.qcpruner.checkpoint.weights;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Byte ranges of the uncompressed entries of a ZIP file, with the 64-bit extensions that files over
 * 4 GiB need. The JDK's reader gives streams but not positions, and positions are what mapping
 * needs.
 */
final class StoredZip {
  /** Bytes of an entry, counted from the start of the file. */
  record Range(long offset, long length) {}

  private static final int END = 0x06054b50;
  private static final int END64_LOCATOR = 0x07064b50;
  private static final int END64 = 0x06064b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int LOCAL = 0x04034b50;
  private static final int MAX_DIRECTORY_BYTES = 64 << 20;
  private static final long UNKNOWN = 0xFFFFFFFFL;

  private final FileChannel file;
  private final long size;
  private final String label;
  private final Map<String, Range> entries = new HashMap<>();

  private StoredZip(FileChannel file, String label) throws IOException {
    this.file = file;
    this.size = file.size();
    this.label = label;
  }

  static Map<String, Range> read(FileChannel file, String label) throws IOException {
    StoredZip zip = new StoredZip(file, label);
    zip.readDirectory();
    return zip.entries;
  }

  private void readDirectory() throws IOException {
    long end = findEnd();
    ByteBuffer record = bytes(end, 22, "end record");
    long directorySize = Integer.toUnsignedLong(record.getInt(12));
    long directoryStart = Integer.toUnsignedLong(record.getInt(16));
    if (directoryStart == UNKNOWN || directorySize == UNKNOWN || record.getShort(10) == -1) {
      ByteBuffer locator = bytes(end - 20, 20, "64-bit locator");
      check(locator.getInt(0) == END64_LOCATOR, "64-bit locator is missing", end - 20);
      ByteBuffer end64 = bytes(locator.getLong(8), 56, "64-bit end record");
      check(end64.getInt(0) == END64, "64-bit end record is missing", locator.getLong(8));
      directorySize = end64.getLong(40);
      directoryStart = end64.getLong(48);
    }
    check(
        directorySize >= 0 && directorySize <= MAX_DIRECTORY_BYTES,
        "directory of " + directorySize + " bytes",
        end);
    ByteBuffer directory = bytes(directoryStart, (int) directorySize, "directory");
    while (directory.hasRemaining()) {
      readEntry(directory, directoryStart);
    }
  }

  /** The end record is the last one whose comment reaches exactly to the end of the file. */
  private long findEnd() throws IOException {
    int tailSize = (int) Math.min(size, 22 + 0xFFFF);
    ByteBuffer tail = bytes(size - tailSize, tailSize, "end record");
    for (int at = tailSize - 22; at >= 0; at--) {
      if (tail.getInt(at) == END && (tail.getShort(at + 20) & 0xFFFF) == tailSize - at - 22) {
        return size - tailSize + at;
      }
    }
    throw new WeightsException(label + ": not a complete PyTorch ZIP file (no end record)");
  }

  private void readEntry(ByteBuffer directory, long directoryStart) throws IOException {
    int at = directory.position();
    long where = directoryStart + at;
    check(
        directory.remaining() >= 46 && directory.getInt(at) == CENTRAL,
        "bad directory entry",
        where);
    int nameLength = directory.getShort(at + 28) & 0xFFFF;
    int extraLength = directory.getShort(at + 30) & 0xFFFF;
    int total = 46 + nameLength + extraLength + (directory.getShort(at + 32) & 0xFFFF);
    check(total <= directory.remaining(), "directory entry reaches past the directory", where);
    byte[] name = new byte[nameLength];
    directory.get(at + 46, name);
    String text = new String(name, StandardCharsets.UTF_8);
    int method = directory.getShort(at + 10);
    check(method == 0, "entry " + text + " is compressed", where);
    check((directory.getShort(at + 8) & 1) == 0, "entry " + text + " is encrypted", where);
    Wide wide = new Wide(directory.slice(at + 46 + nameLength, extraLength));
    // in this order: the extra field holds only those values that did not fit
    long length = wide.resolve(Integer.toUnsignedLong(directory.getInt(at + 24)));
    wide.resolve(Integer.toUnsignedLong(directory.getInt(at + 20)));
    long local = wide.resolve(Integer.toUnsignedLong(directory.getInt(at + 42)));
    check(entries.put(text, dataRange(text, local, length)) == null, "two entries " + text, where);
    directory.position(at + total);
  }

  private Range dataRange(String name, long local, long length) throws IOException {
    ByteBuffer header = bytes(local, 30, "entry " + name);
    check(header.getInt(0) == LOCAL, "entry " + name + " has no local header", local);
    long start = local + 30 + (header.getShort(26) & 0xFFFF) + (header.getShort(28) & 0xFFFF);
    check(
        length >= 0 && start <= size && length <= size - start,
        "entry %s of %d bytes reaches past the end".formatted(name, length),
        local);
    return new Range(start, length);
  }

  /** Values of a 64-bit extra field, taken in order. */
  private static final class Wide {
    private final ByteBuffer values;

    Wide(ByteBuffer extra) {
      extra.order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer found = ByteBuffer.allocate(0);
      while (extra.remaining() >= 4) {
        int id = extra.getShort() & 0xFFFF;
        int length = Math.min(extra.getShort() & 0xFFFF, extra.remaining());
        if (id == 1) {
          found = extra.slice(extra.position(), length);
        }
        extra.position(extra.position() + length);
      }
      values = found.order(ByteOrder.LITTLE_ENDIAN);
    }

    long resolve(long value) {
      return value == UNKNOWN && values.remaining() >= 8 ? values.getLong() : value;
    }
  }

  private ByteBuffer bytes(long offset, int count, String what) throws IOException {
    check(offset >= 0 && offset <= size - count, what + " lies outside the file", offset);
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      int got = file.read(buffer, offset + buffer.position());
      check(got >= 0, what + " is cut off", offset);
    }
    return buffer.flip();
  }

  private void check(boolean good, String problem, long offset) throws WeightsException {
    if (!good) {
      throw new WeightsException("%s: %s (at byte %d)".formatted(label, problem, offset));
    }
  }
}
