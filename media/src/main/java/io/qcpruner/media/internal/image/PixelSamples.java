package io.qcpruner.media.internal.image;

import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;

/** Rows of a raster as ints, band-interleaved. */
final class PixelSamples {

  private final Raster raster;
  private final int bands;
  private final byte[] bytes;
  private final PixelInterleavedSampleModel model;

  PixelSamples(Raster raster) {
    this.raster = raster;
    this.bands = raster.getNumBands();
    // the usual layout is read directly: the general getPixels is several times slower
    boolean plain =
        raster.getSampleModel() instanceof PixelInterleavedSampleModel
            && raster.getTransferType() == DataBuffer.TYPE_BYTE
            && raster.getSampleModelTranslateX() == 0
            && raster.getSampleModelTranslateY() == 0
            && raster.getMinX() == 0
            && raster.getMinY() == 0
            && raster.getDataBuffer().getNumBanks() == 1
            && raster.getDataBuffer().getOffset() == 0;
    this.model = plain ? (PixelInterleavedSampleModel) raster.getSampleModel() : null;
    this.bytes = plain ? ((DataBufferByte) raster.getDataBuffer()).getData() : null;
  }

  int width() {
    return raster.getWidth();
  }

  int height() {
    return raster.getHeight();
  }

  int bands() {
    return bands;
  }

  /** Largest sample of a band. */
  int max(int band) {
    return (1 << raster.getSampleModel().getSampleSize(band)) - 1;
  }

  int[] newRow() {
    return new int[width() * bands];
  }

  void row(int y, int[] into) {
    if (model == null) {
      raster.getPixels(raster.getMinX(), raster.getMinY() + y, width(), 1, into);
      return;
    }
    int pixel = model.getPixelStride();
    for (int b = 0; b < bands; b++) {
      int from = y * model.getScanlineStride() + model.getBandOffsets()[b];
      for (int to = b; to < into.length; to += bands, from += pixel) {
        into[to] = bytes[from] & 255;
      }
    }
  }
}
