package io.qcpruner.media.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.ffmpeg.Vp8Frame;
import java.util.Arrays;

/**
 * WebP: lossy and lossless, with or without alpha; of an animation the first frame.
 *
 * <p>Lossless data goes through ImageIO. Lossy colours come from FFmpeg's VP8 decoder and {@link
 * WebpColour}, because the ImageIO reader takes the samples for full range, which is off by up to
 * 19 levels.
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
      put(rgb, 0, opacity == null ? 255 : opacity[i] & 255, alpha, out, offset(frame, i));
    }
  }

  private static void lossless(
      String source, byte[] data, WebpFrame frame, AlphaPolicy alpha, byte[] out)
      throws MediaException {
    byte[] vp8l = Arrays.copyOfRange(data, frame.start(), frame.start() + frame.length());
    Samples samples = LosslessWebp.read(source, vp8l, frame.width(), frame.height());
    int bands = samples.bands();
    int[] row = samples.newRow();
    for (int y = 0; y < frame.height(); y++) {
      samples.row(y, row);
      for (int x = 0; x < frame.width(); x++) {
        int opacity = bands == 4 ? row[x * bands + 3] : 255;
        put(row, x * bands, opacity, alpha, out, offset(frame, y * frame.width() + x));
      }
    }
  }

  /** Where a pixel of the frame goes on the canvas. */
  private static int offset(WebpFrame frame, int i) {
    int x = frame.left() + i % frame.width();
    int y = frame.top() + i / frame.width();
    return 3 * (y * frame.canvasWidth() + x);
  }

  private static void put(int[] rgb, int from, int opacity, AlphaPolicy alpha, byte[] out, int to) {
    for (int c = 0; c < 3; c++) {
      out[to + c] = (byte) alpha.apply(rgb[from + c], opacity);
    }
  }
}
