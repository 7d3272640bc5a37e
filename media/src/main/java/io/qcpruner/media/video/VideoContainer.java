package io.qcpruner.media.video;

import io.qcpruner.media.MediaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The video containers that are read, told apart by their first bytes. Before the native demuxer
 * sees the file, the outermost lengths are compared with the size of the file: a cut download is
 * refused instead of being shown in part.
 */
enum VideoContainer {
  MP4("mov"),
  MATROSKA("matroska"),
  AVI("avi");

  private static final Set<String> FIRST_BOXES =
      Set.of("ftyp", "moov", "mdat", "free", "skip", "wide", "styp");
  private static final int EBML = 0x1A45DFA3;
  private static final int SEGMENT = 0x18538067;
  // a fragmented file has two boxes per fragment
  private static final int MAX_BOXES = 200_000;

  private final String demuxer;

  VideoContainer(String demuxer) {
    this.demuxer = demuxer;
  }

  /** Name of the only demuxer that may open the file. */
  String demuxer() {
    return demuxer;
  }

  /** The container of a file whose outermost lengths are right. */
  static VideoContainer check(String source, Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      Reader reader = new Reader(source, in);
      if (in.size() >= 12) {
        if (reader.tag(0).equals("RIFF") && reader.tag(8).equals("AVI ")) {
          reader.checkRiff();
          return AVI;
        }
        if (reader.u32(0) == EBML) {
          reader.checkEbml();
          return MATROSKA;
        }
        if (FIRST_BOXES.contains(reader.tag(4))) {
          reader.checkBoxes();
          return MP4;
        }
      }
      throw new MediaException(source, "not an MP4, WebM, Matroska or AVI video");
    }
  }

  private record Reader(String source, FileChannel in) {

    ByteBuffer bytes(long offset, int count) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocate(count);
      while (buffer.hasRemaining()) {
        if (in.read(buffer, offset + buffer.position()) < 0) {
          throw new MediaException(source, "truncated at offset " + in.size());
        }
      }
      return buffer.flip();
    }

    int u32(long offset) throws IOException {
      return bytes(offset, 4).getInt();
    }

    String tag(long offset) throws IOException {
      return StandardCharsets.ISO_8859_1.decode(bytes(offset, 4)).toString();
    }

    private void requireInside(String part, long offset, long length) throws IOException {
      if (length < 0 || length > in.size() - offset) {
        throw new MediaException(
            source,
            "truncated: %s at offset %d needs %s bytes, %d are left"
                .formatted(part, offset, Long.toUnsignedString(length), in.size() - offset));
      }
    }

    /** AVI: one or more RIFF chunks. */
    void checkRiff() throws IOException {
      for (long at = 0; in.size() - at >= 8 && tag(at).equals("RIFF"); ) {
        long length = Integer.toUnsignedLong(Integer.reverseBytes(u32(at + 4)));
        requireInside("RIFF", at, length + 8);
        at += 8 + length + (length & 1);
      }
    }

    /** MP4: boxes to the end of the file. */
    void checkBoxes() throws IOException {
      boolean index = false;
      int boxes = 0;
      for (long at = 0; in.size() - at >= 8; ) {
        long length = Integer.toUnsignedLong(u32(at));
        String type = tag(at + 4);
        index |= type.equals("moov");
        if (length == 0) {
          length = in.size() - at;
        } else if (length == 1) {
          length = bytes(at + 8, 8).getLong();
        }
        requireInside("box " + printable(type), at, length);
        if (length < 8 || ++boxes > MAX_BOXES) {
          throw new MediaException(source, "broken MP4 box at offset " + at);
        }
        at += length;
      }
      if (!index) {
        throw new MediaException(source, "MP4 without an index (moov)");
      }
    }

    /** Matroska and WebM: an EBML header and a segment, which may be of unknown length. */
    void checkEbml() throws IOException {
      long[] header = vint(4);
      requireInside("EBML header", header[1], header[0]);
      long segment = header[1] + header[0];
      requireInside("segment", segment, 5);
      if (u32(segment) != SEGMENT) {
        throw new MediaException(source, "no Matroska segment at offset " + segment);
      }
      long[] size = vint(segment + 4);
      if (size[0] >= 0) {
        requireInside("segment", size[1], size[0]);
      }
    }

    /** A variable-length number, -1 if unknown, and the offset after it. */
    private long[] vint(long offset) throws IOException {
      int first = bytes(offset, 1).get() & 255;
      int length = Integer.numberOfLeadingZeros(first) - 23;
      if (length > 8) {
        throw new MediaException(source, "broken Matroska length at offset " + offset);
      }
      ByteBuffer rest = bytes(offset, length);
      long value = rest.get() & (0xFF >> length);
      while (rest.hasRemaining()) {
        value = value << 8 | rest.get() & 255;
      }
      boolean unknown = value == (1L << 7 * length) - 1;
      return new long[] {unknown ? -1 : value, offset + length};
    }

    private static String printable(String type) {
      return type.replaceAll("[^ -~]", "?");
    }
  }
}
