package io.qcpruner.media.internal.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_VP8;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;

import io.qcpruner.media.MediaException;

/**
 * One VP8 key frame, the picture of a lossy WebP file.
 *
 * @param luma width x height samples
 * @param blue first colour plane, half as wide and high, rounded up
 * @param red second colour plane
 */
public record Vp8Frame(int width, int height, byte[] luma, byte[] blue, byte[] red) {

  /** Decodes a frame whose header was found to say this size. */
  public static Vp8Frame decode(
      String source, byte[] data, int start, int length, int width, int height)
      throws MediaException {
    try (StillDecoder still =
        StillDecoder.run(
            source, AV_CODEC_ID_VP8, data, start, length, width, height, AV_PIX_FMT_YUV420P)) {
      int halfWidth = (width + 1) / 2;
      int halfHeight = (height + 1) / 2;
      return new Vp8Frame(
          width,
          height,
          still.plane(0, width, height),
          still.plane(1, halfWidth, halfHeight),
          still.plane(2, halfWidth, halfHeight));
    }
  }
}
