package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.Orientation;

/**
 * Finds the orientation tag of a JPEG, PNG or WebP file. A broken tag turns nothing: it says
 * nothing about the pixels.
 */
public final class ExifTag {
  private static final int TAG = 0x0112;
  private static final int SHORT = 3;
  private static final int ENTRY_BYTES = 12;
  private static final int PNG_SIGNATURE = 8;
  private static final int RIFF_HEADER = 12;

  private ExifTag() {}

  /** The orientation that a checked picture file asks for. */
  public static Orientation orientation(byte[] data) {
    try {
      return switch (ImageFormat.of(data).orElse(ImageFormat.BMP)) {
        case JPEG -> inJpeg(data);
        case PNG -> inPng(data);
        case WEBP -> inWebp(data);
        case GIF, BMP -> Orientation.AS_STORED;
      };
    } catch (MediaException e) {
      return Orientation.AS_STORED;
    }
  }

  private static Orientation inJpeg(byte[] data) throws MediaException {
    ByteCursor in = new ByteCursor("", data, 2);
    while (true) {
      while (in.u8("marker") != 0xFF) {}
      int marker = in.u8("marker");
      while (marker == 0xFF) {
        marker = in.u8("marker");
      }
      if (marker == 0xDA || marker == 0xD9) {
        return Orientation.AS_STORED;
      }
      int length = in.u16("segment length") - 2;
      in.require(length, "segment");
      int start = in.at();
      if (marker == 0xE1 && length > 6 && in.tag("Exif").equals("Exif") && in.u16("pad") == 0) {
        return inTiff(data, start + 6, start + length);
      }
      in.skip(start + length - in.at(), "segment");
    }
  }

  private static Orientation inPng(byte[] data) throws MediaException {
    ByteCursor in = new ByteCursor("", data, PNG_SIGNATURE);
    while (true) {
      long length = in.u32("chunk length");
      String type = in.tag("chunk type");
      in.require(length, "chunk");
      if (type.equals("eXIf")) {
        return inTiff(data, in.at(), in.at() + (int) length);
      }
      if (type.equals("IEND")) {
        return Orientation.AS_STORED;
      }
      in.skip(length + 4, "chunk");
    }
  }

  private static Orientation inWebp(byte[] data) throws MediaException {
    ByteCursor in = new ByteCursor("", data, RIFF_HEADER);
    while (in.left() > 8) {
      String type = in.tag("chunk type");
      long length = in.u32Little("chunk length");
      in.require(length, "chunk");
      if (type.equals("EXIF")) {
        // some writers keep the marker of the JPEG segment before the block
        boolean marked = length > 6 && new ByteCursor("", data, in.at()).tag("Exif").equals("Exif");
        return inTiff(data, in.at() + (marked ? 6 : 0), in.at() + (int) length);
      }
      in.skip(Math.min(length + (length & 1), in.left()), "chunk");
    }
    return Orientation.AS_STORED;
  }

  /** The block that EXIF took over from TIFF: byte order, then directories of tags. */
  private static Orientation inTiff(byte[] data, int start, int end) throws MediaException {
    byte[] block = java.util.Arrays.copyOfRange(data, start, end);
    ByteCursor in = new ByteCursor("", block, 0);
    int order = in.u16("byte order");
    boolean little = order == 0x4949;
    if (!little && order != 0x4D4D || u16(in, little) != 42) {
      return Orientation.AS_STORED;
    }
    in.skip(u32(in, little) - in.at(), "directory");
    for (int entries = u16(in, little); entries > 0; entries--) {
      if (u16(in, little) == TAG) {
        boolean single = u16(in, little) == SHORT && u32(in, little) == 1;
        return single ? Orientation.ofExif(u16(in, little)) : Orientation.AS_STORED;
      }
      in.skip(ENTRY_BYTES - 2, "entry");
    }
    return Orientation.AS_STORED;
  }

  private static int u16(ByteCursor in, boolean little) throws MediaException {
    return little ? in.u16Little("number") : in.u16("number");
  }

  private static long u32(ByteCursor in, boolean little) throws MediaException {
    return little ? in.u32Little("number") : in.u32("number");
  }
}
