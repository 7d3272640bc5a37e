package io.qcpruner.media.internal.image;

import io.qcpruner.media.internal.ffmpeg.Vp8Frame;

/**
 * Lossy WebP to RGB with the integer arithmetic of libwebp: colour planes are enlarged by weights
 * 9, 3, 3, 1 over the four nearest samples, then converted from the studio range.
 */
final class WebpColour {

  private final Vp8Frame frame;
  private final int halfWidth;
  private final int halfHeight;

  WebpColour(Vp8Frame frame) {
    this.frame = frame;
    this.halfWidth = (frame.width() + 1) / 2;
    this.halfHeight = (frame.height() + 1) / 2;
  }

  /** Writes red, green, blue of one pixel. */
  void put(int x, int y, int[] out) {
    int luma = high(frame.luma()[y * frame.width() + x] & 255, 19077);
    int blue = enlarged(frame.blue(), x, y);
    int red = enlarged(frame.red(), x, y);
    out[0] = clamp(luma + high(red, 26149) - 14234);
    out[1] = clamp(luma - high(blue, 6419) - high(red, 13320) + 8708);
    out[2] = clamp(luma + high(blue, 33050) - 17685);
  }

  private int enlarged(byte[] plane, int x, int y) {
    // the nearest sample, and the neighbour on the side where the pixel lies, kept inside
    int nearX = x / 2;
    int nearY = y / 2;
    int farX = Math.max(0, Math.min(halfWidth - 1, nearX + (x % 2 == 0 ? -1 : 1)));
    int farY = Math.max(0, Math.min(halfHeight - 1, nearY + (y % 2 == 0 ? -1 : 1)));
    int near = plane[nearY * halfWidth + nearX] & 255;
    int side = plane[nearY * halfWidth + farX] & 255;
    int above = plane[farY * halfWidth + nearX] & 255;
    int corner = plane[farY * halfWidth + farX] & 255;
    // libwebp halves twice; the first halving drops a bit that the weights alone would keep
    return (near + ((near + 3 * side + 3 * above + corner + 8) >> 3)) >> 1;
  }

  private static int high(int value, int factor) {
    return value * factor >> 8;
  }

  private static int clamp(int fixed) {
    return fixed < 0 ? 0 : Math.min(fixed >> 6, 255);
  }
}
