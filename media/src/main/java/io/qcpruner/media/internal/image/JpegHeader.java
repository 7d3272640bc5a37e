package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import java.io.ByteArrayOutputStream;

/**
 * The checked structure of a JPEG file.
 *
 * @param picture the file without application data and comments
 */
record JpegHeader(int width, int height, int components, Colour colour, byte[] picture) {

  /** How the stored components are meant. */
  enum Colour {
    GREY,
    RGB,
    YCC,
    CMYK,
    YCCK
  }

  private static final int NO_ADOBE = -1;

  static JpegHeader parse(String source, byte[] data, MediaLimits limits) throws MediaException {
    return new Parser(source, data, limits).parse();
  }

  /** Walks the marker segments from the start of the image to its end. */
  private static final class Parser {

    private final String source;
    private final byte[] data;
    private final MediaLimits limits;
    private final ByteCursor in;
    private final ByteArrayOutputStream picture;
    private int width;
    private int height;
    private int[] ids;
    private boolean jfif;
    private int adobe = NO_ADOBE;
    private int scans;

    Parser(String source, byte[] data, MediaLimits limits) {
      this.source = source;
      this.data = data;
      this.limits = limits;
      this.in = new ByteCursor(source, data, 2);
      this.picture = new ByteArrayOutputStream(data.length);
    }

    JpegHeader parse() throws MediaException {
      picture.write(data, 0, 2);
      for (int marker = nextMarker(); marker != 0xD9; marker = nextMarker()) {
        int start = in.at() - 2;
        int length = in.u16("segment length");
        if (length < 2) {
          throw in.broken("JPEG segment of length " + length);
        }
        in.require(length - 2, "JPEG segment");
        int end = in.at() + length - 2;
        read(marker, length - 2);
        in.skip(end - in.at(), "JPEG segment");
        if (marker == 0xDA) {
          skipEntropyData();
        }
        // libjpeg draws its own conclusions from these two, which must be ours
        boolean application = marker >= 0xE0 && marker <= 0xEF || marker == 0xFE;
        if (!application || marker == 0xEE && adobe != NO_ADOBE) {
          picture.write(data, start, in.at() - start);
        }
      }
      if (ids == null || scans == 0) {
        throw in.broken("JPEG without a picture");
      }
      picture.write(0xFF);
      picture.write(0xD9);
      return new JpegHeader(width, height, ids.length, colour(), picture.toByteArray());
    }

    private int nextMarker() throws MediaException {
      // like libjpeg, pass over stray bytes between segments
      while (in.u8("marker") != 0xFF) {}
      int marker = in.u8("marker");
      while (marker == 0xFF) {
        marker = in.u8("marker");
      }
      if (marker == 0 || marker == 1 || marker >= 0xD0 && marker <= 0xD8) {
        throw in.broken("JPEG marker %02X is out of place".formatted(marker));
      }
      return marker;
    }

    private void read(int marker, int length) throws MediaException {
      boolean frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8;
      if (frame && marker != 0xCC) {
        readFrame(marker);
      } else if (marker == 0xDA) {
        if (ids == null) {
          throw in.broken("JPEG scan before the frame header");
        }
        if (++scans > limits.maxJpegScans()) {
          throw in.broken("JPEG with more than " + limits.maxJpegScans() + " scans");
        }
      } else if (marker == 0xE0 && length >= 5) {
        jfif |= in.tag("JFIF").equals("JFIF");
      } else if (marker == 0xEE && length >= 12 && in.tag("Adobe").equals("Adob")) {
        in.skip(7, "Adobe segment");
        adobe = in.u8("Adobe transform");
      }
    }

    private void readFrame(int marker) throws MediaException {
      if (marker > 0xC2) {
        throw in.broken("JPEG process %02X is not supported".formatted(marker));
      }
      if (ids != null) {
        throw in.broken("a second JPEG frame header");
      }
      int precision = in.u8("precision");
      height = in.u16("height");
      width = in.u16("width");
      limits.checkImageSize(source, width, height);
      int components = in.u8("components");
      if (precision != 8 || components != 1 && components != 3 && components != 4) {
        throw in.broken("JPEG with " + components + " components of " + precision + " bits");
      }
      ids = new int[components];
      for (int c = 0; c < components; c++) {
        ids[c] = in.u8("component id");
        in.skip(2, "component");
      }
    }

    /** Moves to the marker after a scan; zero-stuffed and restart markers belong to the scan. */
    private void skipEntropyData() throws MediaException {
      int at = in.at();
      while (at + 1 < data.length) {
        int next = data[at + 1] & 255;
        if (data[at] == (byte) 0xFF && next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7)) {
          in.skip(at - in.at(), "scan");
          return;
        }
        at++;
      }
      throw in.broken("truncated: JPEG scan without an end");
    }

    private Colour colour() {
      if (ids.length == 1) {
        return Colour.GREY;
      }
      if (ids.length == 4) {
        return adobe == NO_ADOBE || adobe == 0 ? Colour.CMYK : Colour.YCCK;
      }
      if (jfif) {
        return Colour.YCC;
      }
      if (adobe != NO_ADOBE) {
        return adobe == 0 ? Colour.RGB : Colour.YCC;
      }
      return ids[0] == 'R' && ids[1] == 'G' && ids[2] == 'B' ? Colour.RGB : Colour.YCC;
    }
  }
}
