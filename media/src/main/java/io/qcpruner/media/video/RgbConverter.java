package io.qcpruner.media.video;

import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_JPEG;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB24;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.swscale.SWS_ACCURATE_RND;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BICUBIC;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BITEXACT;
import static org.bytedeco.ffmpeg.global.swscale.SWS_CS_DEFAULT;
import static org.bytedeco.ffmpeg.global.swscale.SWS_FULL_CHR_H_INT;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCoefficients;
import static org.bytedeco.ffmpeg.global.swscale.sws_getContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;
import static org.bytedeco.ffmpeg.global.swscale.sws_setColorspaceDetails;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.ffmpeg.Ffmpeg;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;

/** Decoded frames of any pixel format to RGB of the same size. */
final class RgbConverter {

  // the same bytes on every processor
  private static final int FLAGS =
      SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT;

  private RgbConverter() {}

  static RgbImage convert(String source, AVFrame frame, MediaLimits limits) throws MediaException {
    int width = frame.width();
    int height = frame.height();
    if (width < 1 || height < 1 || (long) width * height > limits.maxFramePixels()) {
      throw new MediaException(source, "frame of " + width + "x" + height + " pixels");
    }
    SwsContext scaler = scaler(source, frame);
    AVFrame rgb = av_frame_alloc();
    try {
      rgb.width(width).height(height).format(AV_PIX_FMT_RGB24);
      Ffmpeg.check(source, av_frame_get_buffer(rgb, 0), "no memory for a frame");
      int rows =
          sws_scale(scaler, frame.data(), frame.linesize(), 0, height, rgb.data(), rgb.linesize());
      Ffmpeg.check(source, rows, "cannot convert a frame");
      return copy(rgb, width, height);
    } finally {
      av_frame_free(rgb);
      sws_freeContext(scaler);
    }
  }

  private static SwsContext scaler(String source, AVFrame frame) throws MediaException {
    int width = frame.width();
    int height = frame.height();
    SwsContext scaler =
        sws_getContext(
            width,
            height,
            frame.format(),
            width,
            height,
            AV_PIX_FMT_RGB24,
            FLAGS,
            null,
            null,
            (DoublePointer) null);
    if (scaler == null || scaler.isNull()) {
      throw new MediaException(source, "pixel format " + frame.format() + " is not supported");
    }
    sws_setColorspaceDetails(
        scaler,
        sws_getCoefficients(frame.colorspace()),
        frame.color_range() == AVCOL_RANGE_JPEG ? 1 : 0,
        sws_getCoefficients(SWS_CS_DEFAULT),
        1,
        0,
        1 << 16,
        1 << 16);
    return scaler;
  }

  private static RgbImage copy(AVFrame rgb, int width, int height) {
    byte[] out = new byte[3 * width * height];
    BytePointer data = rgb.data(0);
    for (int y = 0; y < height; y++) {
      data.position((long) y * rgb.linesize(0)).get(out, 3 * y * width, 3 * width);
    }
    return new RgbImage(width, height, out);
  }
}
