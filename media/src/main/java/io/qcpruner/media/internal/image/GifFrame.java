package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The checked first frame of a GIF file.
 *
 * @param transparent index of the transparent colour, -1 if none
 * @param picture a file of this frame alone, always with 256 colours, so that indices are bytes
 */
record GifFrame(
    int screenWidth,
    int screenHeight,
    int left,
    int top,
    int width,
    int height,
    int transparent,
    byte[] palette,
    byte[] picture) {

  static GifFrame parse(String source, byte[] data, MediaLimits limits) throws MediaException {
    ByteCursor in = new ByteCursor(source, data, 6);
    int screenWidth = in.u16Little("screen width");
    int screenHeight = in.u16Little("screen height");
    int flags = in.u8("screen flags");
    in.skip(2, "screen descriptor");
    byte[] palette = palette(in, data, flags);
    int transparent = skipToImage(in);
    int left = in.u16Little("frame left");
    int top = in.u16Little("frame top");
    int width = in.u16Little("frame width");
    int height = in.u16Little("frame height");
    limits.checkImageSize(source, width, height);
    screenWidth = Math.max(screenWidth, left + width);
    screenHeight = Math.max(screenHeight, top + height);
    limits.checkImageSize(source, screenWidth, screenHeight);
    int frameFlags = in.u8("frame flags");
    if ((frameFlags & 0x80) != 0) {
      palette = palette(in, data, frameFlags);
    }
    int codes = in.at();
    int codeSize = in.u8("code size");
    if (codeSize < 1 || codeSize > 8) {
      throw in.broken("GIF code size " + codeSize);
    }
    skipBlocks(in);
    long pixels = (long) width * height;
    if (GifCodes.pixels(data, codes, pixels) < pixels) {
      throw in.broken("truncated: GIF codes for fewer than " + width + "x" + height + " pixels");
    }
    byte[] picture = single(data, codes, in.at(), width, height, frameFlags & 0x40);
    return new GifFrame(
        screenWidth, screenHeight, left, top, width, height, transparent, palette, picture);
  }

  private static byte[] palette(ByteCursor in, byte[] data, int flags) throws MediaException {
    if ((flags & 0x80) == 0) {
      return new byte[0];
    }
    int bytes = 3 << ((flags & 7) + 1);
    int from = in.at();
    in.skip(bytes, "colour table");
    return Arrays.copyOfRange(data, from, from + bytes);
  }

  /** Passes over extensions; returns the transparent index that the last of them sets, or -1. */
  private static int skipToImage(ByteCursor in) throws MediaException {
    int transparent = -1;
    while (true) {
      int block = in.u8("block");
      if (block == ',') {
        return transparent;
      }
      if (block == ';') {
        throw in.broken("GIF without a frame");
      }
      if (block != '!') {
        throw in.broken("GIF block %02X is unknown".formatted(block));
      }
      if (in.u8("extension") == 0xF9) {
        in.require(5, "graphic control");
        if (in.u8("graphic control") != 4) {
          throw in.broken("GIF graphic control of a wrong length");
        }
        int flags = in.u8("graphic control");
        in.skip(2, "delay");
        int index = in.u8("transparent index");
        transparent = (flags & 1) != 0 ? index : -1;
      }
      skipBlocks(in);
    }
  }

  private static void skipBlocks(ByteCursor in) throws MediaException {
    for (int length = in.u8("data block"); length != 0; length = in.u8("data block")) {
      in.skip(length, "data block");
    }
  }

  private static byte[] single(
      byte[] data, int from, int end, int width, int height, int interlace) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(end - from + 800);
    out.writeBytes(new byte[] {'G', 'I', 'F', '8', '9', 'a'});
    short16(out, width);
    short16(out, height);
    out.writeBytes(new byte[] {(byte) 0xF7, 0, 0});
    // all entries differ, so that the reader has no reason to merge or reorder them
    for (int i = 0; i < 256; i++) {
      out.writeBytes(new byte[] {(byte) i, (byte) i, (byte) i});
    }
    out.write(',');
    short16(out, 0);
    short16(out, 0);
    short16(out, width);
    short16(out, height);
    out.write(interlace);
    out.write(data, from, end - from);
    out.write(';');
    return out.toByteArray();
  }

  private static void short16(ByteArrayOutputStream out, int value) {
    out.write(value);
    out.write(value >> 8);
  }
}
