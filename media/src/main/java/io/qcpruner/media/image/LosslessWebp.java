package io.qcpruner.media.image;

import io.qcpruner.media.MediaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Lossless WebP data, wrapped into a still file of its own for the ImageIO reader. */
final class LosslessWebp {

  private LosslessWebp() {}

  /** Samples of VP8L data that starts with its own header: three or four bands. */
  static Samples read(String source, byte[] vp8l, int width, int height) throws MediaException {
    int padded = vp8l.length + (vp8l.length & 1);
    ByteBuffer file = ByteBuffer.allocate(20 + padded).order(ByteOrder.LITTLE_ENDIAN);
    file.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(12 + padded);
    file.put("WEBPVP8L".getBytes(StandardCharsets.US_ASCII)).putInt(vp8l.length).put(vp8l);
    Samples samples =
        new Samples(RasterReader.read(source, ImageFormat.WEBP, file.array(), width, height));
    if (samples.bands() != 3 && samples.bands() != 4) {
      throw new MediaException(source, "broken WebP data: " + samples.bands() + " channels");
    }
    return samples;
  }
}
