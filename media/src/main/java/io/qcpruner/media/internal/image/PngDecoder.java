package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;

/** PNG: all colour types and depths, interlaced or not; 16-bit samples lose their low byte. */
final class PngDecoder {

  private final PngChunks png;
  private final PixelSamples samples;
  private final AlphaPolicy alpha;

  private PngDecoder(PngChunks png, PixelSamples samples, AlphaPolicy alpha) {
    this.png = png;
    this.samples = samples;
    this.alpha = alpha;
  }

  static RgbImage decode(String source, byte[] data, AlphaPolicy alpha, MediaLimits limits)
      throws MediaException {
    PngChunks png = PngChunks.parse(source, data, limits);
    PixelSamples samples =
        new PixelSamples(
            RasterReader.read(source, ImageFormat.PNG, png.picture(), png.width(), png.height()));
    if (samples.bands() != png.channels()) {
      throw new MediaException(source, "broken PNG data: " + samples.bands() + " channels");
    }
    return new PngDecoder(png, samples, alpha).convert();
  }

  private RgbImage convert() {
    byte[] out = new byte[3 * png.width() * png.height()];
    Palette palette = new Palette(png.palette(), png.transparency(), alpha);
    int[] row = samples.newRow();
    for (int y = 0; y < png.height(); y++) {
      samples.row(y, row);
      int to = 3 * y * png.width();
      for (int x = 0; x < png.width(); x++, to += 3) {
        if (png.indexed()) {
          palette.put(row[x], out, to);
        } else {
          direct(row, x * png.channels(), out, to);
        }
      }
    }
    return new RgbImage(png.width(), png.height(), out);
  }

  private void direct(int[] row, int from, byte[] out, int to) {
    int channels = png.channels();
    int colours = channels < 3 ? 1 : 3;
    int opacity = 255;
    if (channels != colours) {
      opacity = toByte(row[from + colours]);
    } else if (alpha != AlphaPolicy.DROP && isKey(row, from, colours)) {
      opacity = 0;
    }
    for (int c = 0; c < 3; c++) {
      out[to + c] = (byte) alpha.apply(toByte(row[from + (colours == 1 ? 0 : c)]), opacity);
    }
  }

  private int toByte(int sample) {
    return png.depth() == 16 ? sample >> 8 : sample * 255 / ((1 << png.depth()) - 1);
  }

  /** Whether the pixel has the one colour that the file declares transparent. */
  private boolean isKey(int[] row, int from, int colours) {
    byte[] key = png.transparency();
    if (key.length != 2 * colours) {
      return false;
    }
    for (int c = 0; c < colours; c++) {
      if (row[from + c] != ((key[2 * c] & 255) << 8 | key[2 * c + 1] & 255)) {
        return false;
      }
    }
    return true;
  }
}
