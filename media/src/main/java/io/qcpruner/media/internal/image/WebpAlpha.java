package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.internal.ffmpeg.LosslessWebp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The alpha plane of a lossy WebP picture: raw or lossless, with one of four predictions. */
final class WebpAlpha {

  private static final int RAW = 0;
  private static final int LOSSLESS = 1;
  private static final int HORIZONTAL = 1;
  private static final int VERTICAL = 2;
  private static final int GRADIENT = 3;

  private WebpAlpha() {}

  /** Opacity of every pixel, row by row. */
  static byte[] decode(String source, byte[] data, WebpFrame frame) throws MediaException {
    int width = frame.width();
    int height = frame.height();
    int flags = data[frame.alphaStart()];
    int from = frame.alphaStart() + 1;
    int length = frame.alphaLength() - 1;
    byte[] plane = new byte[width * height];
    if ((flags & 3) == RAW) {
      if (length < plane.length) {
        throw new MediaException(
            source, "truncated: WebP alpha needs " + plane.length + " bytes, not " + length);
      }
      System.arraycopy(data, from, plane, 0, plane.length);
    } else if ((flags & 3) == LOSSLESS) {
      lossless(source, data, from, length, width, height, plane);
    } else {
      throw new MediaException(source, "WebP alpha of an unknown kind");
    }
    unfilter(plane, width, flags >> 2 & 3);
    return plane;
  }

  /** The plane is stored as the green channel of a headless lossless picture. */
  private static void lossless(
      String source, byte[] data, int from, int length, int width, int height, byte[] plane)
      throws MediaException {
    ByteBuffer vp8l = ByteBuffer.allocate(5 + length).order(ByteOrder.LITTLE_ENDIAN);
    vp8l.put((byte) 0x2F).putInt(width - 1 | height - 1 << 14).put(data, from, length);
    byte[] argb = LosslessWebp.decode(source, vp8l.array(), width, height);
    for (int i = 0; i < plane.length; i++) {
      plane[i] = argb[4 * i + 2];
    }
  }

  /** Adds the prediction that the encoder subtracted; the first row and column have only one. */
  private static void unfilter(byte[] plane, int width, int filter) {
    for (int i = 1; filter != 0 && i < plane.length; i++) {
      boolean firstRow = i < width;
      boolean firstColumn = i % width == 0;
      int left = firstColumn ? 0 : plane[i - 1] & 255;
      int above = firstRow ? 0 : plane[i - width] & 255;
      int prediction;
      if (firstRow || filter == HORIZONTAL && !firstColumn) {
        prediction = left;
      } else if (firstColumn || filter == VERTICAL) {
        prediction = above;
      } else {
        assert filter == GRADIENT : filter;
        int corner = plane[i - width - 1] & 255;
        prediction = Math.max(0, Math.min(255, left + above - corner));
      }
      plane[i] += (byte) prediction;
    }
  }
}
