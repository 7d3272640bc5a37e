package io.qcpruner.media.internal.draw;

import java.awt.image.BufferedImage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Drawn frames as an uncompressed AVI video: every pixel arrives as it was drawn. */
public final class AviFile {
  private static final int MAIN_HEADER = 56;
  private static final int STREAM_HEADER = 56;
  private static final int BITMAP_HEADER = 40;
  private static final int HAS_INDEX = 0x10;
  private static final int KEY_FRAME = 0x10;
  private static final int BITS = 24;

  private AviFile() {}

  /**
   * The content of the file.
   *
   * @param frames pictures of one size
   */
  public static byte[] bytes(List<BufferedImage> frames, int framesPerSecond) {
    int width = frames.get(0).getWidth();
    int height = frames.get(0).getHeight();
    int stride = (3 * width + 3) & ~3;
    int frame = stride * height;
    int streamList = 4 + 8 + STREAM_HEADER + 8 + BITMAP_HEADER;
    int headerList = 4 + 8 + MAIN_HEADER + 8 + streamList;
    int movie = 4 + frames.size() * (8 + frame);
    int index = 16 * frames.size();
    int riff = 4 + 8 + headerList + 8 + movie + 8 + index;
    ByteBuffer out = ByteBuffer.allocate(8 + riff).order(ByteOrder.LITTLE_ENDIAN);
    list(out, "RIFF", riff, "AVI ");
    list(out, "LIST", headerList, "hdrl");
    chunk(out, "avih", MAIN_HEADER);
    out.putInt(1_000_000 / framesPerSecond).putInt(frame * framesPerSecond).putInt(0);
    out.putInt(HAS_INDEX).putInt(frames.size()).putInt(0).putInt(1).putInt(frame);
    out.putInt(width).putInt(height).putLong(0).putLong(0);
    list(out, "LIST", streamList, "strl");
    chunk(out, "strh", STREAM_HEADER);
    tag(out, "vids");
    tag(out, "DIB ");
    out.putInt(0).putInt(0).putInt(0).putInt(1).putInt(framesPerSecond).putInt(0);
    out.putInt(frames.size()).putInt(frame).putInt(-1).putInt(0);
    out.putInt(0).putShort((short) width).putShort((short) height);
    chunk(out, "strf", BITMAP_HEADER);
    out.putInt(BITMAP_HEADER).putInt(width).putInt(height);
    out.putShort((short) 1).putShort((short) BITS).putInt(0).putInt(frame);
    out.putLong(0).putLong(0);
    list(out, "LIST", movie, "movi");
    for (BufferedImage image : frames) {
      if (image.getWidth() != width || image.getHeight() != height) {
        throw new IllegalArgumentException("frames of one clip have one size");
      }
      chunk(out, "00db", frame);
      pixels(out, image, stride);
    }
    chunk(out, "idx1", index);
    for (int f = 0; f < frames.size(); f++) {
      tag(out, "00db");
      out.putInt(KEY_FRAME).putInt(4 + f * (8 + frame)).putInt(frame);
    }
    return out.array();
  }

  /** Rows from the bottom up, blue before green before red, as bitmaps have them. */
  private static void pixels(ByteBuffer out, BufferedImage image, int stride) {
    for (int y = image.getHeight() - 1; y >= 0; y--) {
      int end = out.position() + stride;
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y);
        out.put((byte) rgb).put((byte) (rgb >> 8)).put((byte) (rgb >> 16));
      }
      out.position(end);
    }
  }

  private static void list(ByteBuffer out, String kind, int size, String name) {
    chunk(out, kind, size);
    tag(out, name);
  }

  private static void chunk(ByteBuffer out, String name, int size) {
    tag(out, name);
    out.putInt(size);
  }

  private static void tag(ByteBuffer out, String name) {
    out.put(name.getBytes(StandardCharsets.US_ASCII));
  }
}
