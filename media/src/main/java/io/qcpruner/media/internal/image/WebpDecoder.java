package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.ffmpeg.LosslessWebp;
import io.qcpruner.media.internal.ffmpeg.Vp8Frame;
import java.util.Arrays;

/**
 * WebP: lossy and lossless, with or without alpha; of an animation the first frame. The samples
 * come from FFmpeg, their conversion to RGB from {@link WebpColour}. (The ImageIO reader to be had
 * takes lossy samples for full range and needs many seconds for some small hostile files.)
 */
final class WebpDecoder {

  private WebpDecoder() {}

  static RgbImage decode(String source, byte[] data, AlphaPolicy alpha, MediaLimits limits)
      throws MediaException {
    WebpFrame frame = WebpFrame.parse(source, data, limits);
    int outside = alpha.apply(0, 0);
    RgbImage canvas =
        RgbImage.filled(frame.canvasWidth(), frame.canvasHeight(), outside, outside, outside);
    if (frame.lossy()) {
      lossy(source, data, frame, alpha, canvas.rgb());
    } else {
      lossless(source, data, frame, alpha, canvas.rgb());
    }
    return canvas;
  }

  private static void lossy(
      String source, byte[] data, WebpFrame frame, AlphaPolicy alpha, byte[] out)
      throws MediaException {
    WebpColour colour =
        new WebpColour(
            Vp8Frame.decode(
                source, data, frame.start(), frame.length(), frame.width(), frame.height()));
    byte[] opacity =
        frame.alphaLength() > 0 && alpha != AlphaPolicy.DROP
            ? WebpAlpha.decode(source, data, frame)
            : null;
    int[] rgb = new int[3];
    for (int i = 0; i < frame.width() * frame.height(); i++) {
      colour.put(i % frame.width(), i / frame.width(), rgb);
      put(rgb, opacity == null ? 255 : opacity[i] & 255, alpha, out, offset(frame, i));
    }
  }

  private static void lossless(
      String source, byte[] data, WebpFrame frame, AlphaPolicy alpha, byte[] out)
      throws MediaException {
    byte[] vp8l = Arrays.copyOfRange(data, frame.start(), frame.start() + frame.length());
    byte[] argb = LosslessWebp.decode(source, vp8l, frame.width(), frame.height());
    int[] rgb = new int[3];
    for (int i = 0; i < frame.width() * frame.height(); i++) {
      for (int c = 0; c < 3; c++) {
        rgb[c] = argb[4 * i + 1 + c] & 255;
      }
      put(rgb, argb[4 * i] & 255, alpha, out, offset(frame, i));
    }
  }

  /** Where a pixel of the frame goes on the canvas. */
  private static int offset(WebpFrame frame, int i) {
    int x = frame.left() + i % frame.width();
    int y = frame.top() + i / frame.width();
    return 3 * (y * frame.canvasWidth() + x);
  }

  private static void put(int[] rgb, int opacity, AlphaPolicy alpha, byte[] out, int to) {
    for (int c = 0; c < 3; c++) {
      out[to + c] = (byte) alpha.apply(rgb[c], opacity);
    }
  }
}
