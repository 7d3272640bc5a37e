package io.qcpruner.media.internal.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_WEBP;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_ARGB;

import io.qcpruner.media.MediaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Lossless WebP data, wrapped into a still file of its own for the decoder. */
public final class LosslessWebp {

  private LosslessWebp() {}

  /** Alpha, red, green, blue of every pixel; the data starts with its own VP8L header. */
  public static byte[] decode(String source, byte[] vp8l, int width, int height)
      throws MediaException {
    int padded = vp8l.length + (vp8l.length & 1);
    ByteBuffer file = ByteBuffer.allocate(20 + padded).order(ByteOrder.LITTLE_ENDIAN);
    file.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(12 + padded);
    file.put("WEBPVP8L".getBytes(StandardCharsets.US_ASCII)).putInt(vp8l.length).put(vp8l);
    try (StillDecoder still =
        StillDecoder.run(
            source,
            AV_CODEC_ID_WEBP,
            file.array(),
            0,
            file.capacity(),
            width,
            height,
            AV_PIX_FMT_ARGB)) {
      return still.plane(0, 4 * width, height);
    }
  }
}
