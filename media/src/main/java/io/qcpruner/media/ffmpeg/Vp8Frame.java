package io.qcpruner.media.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_VP8;
import static org.bytedeco.ffmpeg.global.avcodec.AV_EF_EXPLODE;
import static org.bytedeco.ffmpeg.global.avcodec.av_new_packet;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;

import io.qcpruner.media.MediaException;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.BytePointer;

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
    AVCodec decoder = avcodec_find_decoder(AV_CODEC_ID_VP8);
    AVCodecContext codec = avcodec_alloc_context3(decoder);
    AVPacket packet = av_packet_alloc();
    AVFrame frame = av_frame_alloc();
    try {
      // buffers are larger than the picture: whole blocks and a border
      codec.max_pixels((width + 255L) * (height + 255L));
      codec.thread_count(1);
      codec.err_recognition(AV_EF_EXPLODE);
      Ffmpeg.check(
          source, avcodec_open2(codec, decoder, (AVDictionary) null), "cannot decode WebP");
      Ffmpeg.check(source, av_new_packet(packet, length), "no memory for WebP data");
      packet.data().put(data, start, length);
      Ffmpeg.check(source, avcodec_send_packet(codec, packet), "broken WebP data");
      Ffmpeg.check(source, avcodec_receive_frame(codec, frame), "broken WebP data");
      if (frame.width() != width
          || frame.height() != height
          || frame.format() != AV_PIX_FMT_YUV420P) {
        throw new MediaException(source, "contradictory sizes in the WEBP data");
      }
      int halfWidth = (width + 1) / 2;
      int halfHeight = (height + 1) / 2;
      return new Vp8Frame(
          width,
          height,
          plane(frame, 0, width, height),
          plane(frame, 1, halfWidth, halfHeight),
          plane(frame, 2, halfWidth, halfHeight));
    } finally {
      av_frame_free(frame);
      av_packet_free(packet);
      avcodec_free_context(codec);
    }
  }

  private static byte[] plane(AVFrame frame, int plane, int width, int height) {
    byte[] out = new byte[width * height];
    BytePointer data = frame.data(plane);
    for (int y = 0; y < height; y++) {
      data.position((long) y * frame.linesize(plane)).get(out, y * width, width);
    }
    return out;
  }
}
