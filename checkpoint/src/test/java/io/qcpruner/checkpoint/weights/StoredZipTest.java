package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files put together byte by byte: one entry "e" of three bytes and what surrounds it. */
class StoredZipTest {
  /** 30 bytes of header, the name, two bytes of extra field, the data. */
  private static final int DATA = 33;

  private static final int DIRECTORY = 36;

  @TempDir Path folder;

  /**
   * @param extra of the entry in the directory
   * @param wide whether the end record says that its numbers stand in the 64-bit one
   */
  private static byte[] zip(byte[] extra, boolean wide, String comment) {
    ByteBuffer out = ByteBuffer.allocate(400).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0x04034b50).position(26);
    out.putShort((short) 1).putShort((short) 2).put((byte) 'e').put(new byte[2]);
    out.put("abc".getBytes(StandardCharsets.US_ASCII));
    out.putInt(0x02014b50).position(DIRECTORY + 20);
    out.putInt(3).putInt(3).putShort((short) 1).putShort((short) extra.length);
    out.putShort((short) 4).position(DIRECTORY + 46);
    out.put((byte) 'e').put(extra).put("note".getBytes(StandardCharsets.US_ASCII));
    int size = out.position() - DIRECTORY;
    if (wide) {
      int end64 = out.position();
      out.putInt(0x06064b50).position(end64 + 40);
      out.putLong(size).putLong(DIRECTORY);
      out.putInt(0x07064b50).putInt(0).putLong(end64).putInt(1);
    }
    out.putInt(0x06054b50).putInt(0).putShort((short) 1).putShort((short) 1);
    out.putInt(wide ? -1 : size).putInt(wide ? -1 : DIRECTORY);
    out.putShort((short) comment.length()).put(comment.getBytes(StandardCharsets.US_ASCII));
    return Arrays.copyOf(out.array(), out.position());
  }

  private static byte[] plain() {
    return zip(new byte[0], false, "");
  }

  @Test
  void positionsOfAnEntry() throws IOException {
    Map<String, StoredZip.Range> whole = Map.of("e", new StoredZip.Range(DATA, 3));
    assertEquals(whole, read(plain()));
    assertEquals(whole, read(zip(new byte[0], false, "a comment")));
    assertEquals(whole, read(zip(new byte[0], true, "")));
    assertEquals(whole, read(zip(new byte[] {9, 9, 2, 0, 7, 7}, false, "")));
    assertEquals(whole, read(zip(new byte[] {9, 9, 2}, false, "")), "too short to be a field");
  }

  /** Sizes and place of the entry stand in the extra field, in this order, if they do not fit. */
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true"})
  void wideNumbersOfAnEntry(boolean sizes, boolean place) throws IOException {
    ByteBuffer extra = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
    extra.putShort((short) 7).putShort((short) 1).put((byte) 9);
    extra.putShort((short) 1).putShort((short) ((sizes ? 16 : 0) + (place ? 8 : 0)));
    if (sizes) {
      extra.putLong(3).putLong(99);
    }
    if (place) {
      extra.putLong(0);
    }
    byte[] zip = zip(Arrays.copyOf(extra.array(), extra.position()), false, "");
    ByteBuffer patched = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    if (sizes) {
      patched.putInt(DIRECTORY + 20, -1).putInt(DIRECTORY + 24, -1);
    }
    if (place) {
      patched.putInt(DIRECTORY + 42, -1);
    }
    assertEquals(Map.of("e", new StoredZip.Range(DATA, 3)), read(zip));
  }

  @Test
  void aWideNumberThatIsMissingIsFourGigabytes() {
    byte[] zip = zip(new byte[] {1, 0, 4, 0, 7, 7, 7, 7}, false, "");
    ByteBuffer.wrap(zip).putInt(DIRECTORY + 24, -1);
    assertFails(zip, "entry e of 4294967295 bytes reaches past the end (at byte 0)");
  }

  /** Bytes at a place of the plain file are replaced. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0   | 0 | entry e has no local header (at byte 0)",
        "36  | 0 | bad directory entry (at byte 36)",
        "44  | 1 | entry e is encrypted (at byte 36)",
        "46  | 8 | entry e is compressed (at byte 36)",
        "60  | 255 | entry e of 255 bytes reaches past the end (at byte 0)",
        "60  | 77 | entry e of 77 bytes reaches past the end (at byte 0)",
        "27  | 255 | entry e of 3 bytes reaches past the end (at byte 0)",
        "64  | 2 | directory entry reaches past the directory (at byte 36)",
        "66  | 9 | directory entry reaches past the directory (at byte 36)",
        "79  | 1 | entry e lies outside the file (at byte 256)",
        "81  | 128 | entry e lies outside the file (at byte 2147483648)",
        "78  | 80 | entry e lies outside the file (at byte 80)",
        "87  | 0 | not a complete PyTorch ZIP file (no end record)",
        "107 | 1 | not a complete PyTorch ZIP file (no end record)",
        "99  | 52 | bad directory entry (at byte 87)",
        "99  | 200 | directory lies outside the file (at byte 36)",
        "102 | 4 | directory of 67108915 bytes (at byte 87)",
        "103 | 37 | bad directory entry (at byte 37)",
      })
  void aDamagedByteIsNamed(int at, int value, String message) {
    byte[] zip = plain();
    zip[at] = (byte) value;
    assertFails(zip, message);
  }

  @Test
  void anEntryMayReachToTheEnd() throws IOException {
    byte[] zip = plain();
    zip[60] = (byte) (zip.length - DATA);
    assertEquals(Map.of("e", new StoredZip.Range(DATA, zip.length - DATA)), read(zip));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "143 | 0 | 64-bit locator is missing (at byte 143)",
        "87  | 0 | 64-bit end record is missing (at byte 87)",
        "151 | 86 | 64-bit end record is missing (at byte 86)",
        "158 | 128 | 64-bit end record lies outside the file (at byte -9223372036854775721)",
        "134 | 128 | directory of -9223372036854775757 bytes (at byte 163)",
      })
  void aDamagedWideRecordIsNamed(int at, int value, String message) {
    byte[] zip = zip(new byte[0], true, "");
    zip[at] = (byte) value;
    assertFails(zip, message);
  }

  /** Any of the three numbers of the end record may be the one that does not fit. */
  @ParameterizedTest
  @CsvSource({"10,2", "12,4", "16,4"})
  void oneNumberThatDoesNotFitIsEnough(int at, int bytes) throws IOException {
    byte[] zip = zip(new byte[0], true, "");
    ByteBuffer end = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    int record = zip.length - 22;
    end.putInt(record + 12, 1).putInt(record + 16, 1);
    Arrays.fill(zip, record + at, record + at + bytes, (byte) -1);
    assertEquals(Map.of("e", new StoredZip.Range(DATA, 3)), read(zip));
  }

  @Test
  void twoEntriesOfOneNameAreRefused() {
    byte[] one = plain();
    int entry = 51;
    ByteBuffer two = ByteBuffer.allocate(one.length + entry).order(ByteOrder.LITTLE_ENDIAN);
    two.put(one, 0, DIRECTORY + entry).put(one, DIRECTORY, entry);
    two.put(one, DIRECTORY + entry, 22).putInt(two.limit() - 10, 2 * entry);
    assertFails(two.array(), "two entries e (at byte 87)");
  }

  private void assertFails(byte[] zip, String message) {
    assertEquals(
        "z: " + message, assertThrows(WeightsException.class, () -> read(zip)).getMessage());
  }

  private Map<String, StoredZip.Range> read(byte[] zip) throws IOException {
    Path file = Files.write(folder.resolve("z"), zip);
    try (FileChannel channel = FileChannel.open(file)) {
      return StoredZip.read(channel, "z");
    }
  }
}
