package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;

/** GIF: the first frame on its screen, as Pillow shows it. */
final class GifDecoder {

  private GifDecoder() {}

  static RgbImage decode(String source, byte[] data, AlphaPolicy alpha, MediaLimits limits)
      throws MediaException {
    GifFrame frame = GifFrame.parse(source, data, limits);
    PixelSamples indices =
        new PixelSamples(
            RasterReader.read(
                source, ImageFormat.GIF, frame.picture(), frame.width(), frame.height()));
    byte[] alphas = new byte[256];
    for (int i = 0; i < 256; i++) {
      alphas[i] = (byte) (i == frame.transparent() ? 0 : 255);
    }
    Palette palette = new Palette(frame.palette(), alphas, alpha);
    byte[] out = new byte[3 * frame.screenWidth() * frame.screenHeight()];
    // the screen around the frame: the transparent colour, else the first one
    int around = Math.max(frame.transparent(), 0);
    for (int i = 0; i < out.length; i += 3) {
      palette.put(around, out, i);
    }
    int[] row = indices.newRow();
    for (int y = 0; y < frame.height(); y++) {
      indices.row(y, row);
      int to = 3 * ((frame.top() + y) * frame.screenWidth() + frame.left());
      for (int x = 0; x < frame.width(); x++, to += 3) {
        palette.put(row[x], out, to);
      }
    }
    return new RgbImage(frame.screenWidth(), frame.screenHeight(), out);
  }
}
