package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;

/** BMP: 1 to 32 bits, palettes, bit fields and run lengths; no embedded JPEG or PNG. */
final class BmpDecoder {

  private BmpDecoder() {}

  static RgbImage decode(String source, byte[] data, AlphaPolicy alpha, MediaLimits limits)
      throws MediaException {
    BmpHeader header = BmpHeader.parse(source, data, limits);
    PixelSamples samples =
        new PixelSamples(
            RasterReader.read(source, ImageFormat.BMP, data, header.width(), header.height()));
    int bands = samples.bands();
    boolean indexed = header.bits() <= 8;
    if (indexed ? bands != 1 : bands != 3 && bands != 4) {
      throw new MediaException(source, "broken BMP data: " + bands + " channels");
    }
    Palette palette = new Palette(header.palette(), new byte[0], alpha);
    byte[] out = new byte[3 * header.width() * header.height()];
    int[] row = samples.newRow();
    for (int y = 0; y < header.height(); y++) {
      samples.row(y, row);
      int to = 3 * y * header.width();
      for (int from = 0; from < row.length; from += bands, to += 3) {
        if (indexed) {
          palette.put(row[from], out, to);
          continue;
        }
        int opacity = bands == 4 ? row[from + 3] * 255 / samples.max(3) : 255;
        for (int c = 0; c < 3; c++) {
          out[to + c] = (byte) alpha.apply(row[from + c] * 255 / samples.max(c), opacity);
        }
      }
    }
    return new RgbImage(header.width(), header.height(), out);
  }
}
