package io.qcpruner.media.internal.ffmpeg;

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
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;

import io.qcpruner.media.MediaException;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.BytePointer;

/** Decodes one compressed picture of known size; owns native memory until closed. */
final class StillDecoder implements AutoCloseable {

  private final AVCodecContext codec;
  private final AVPacket packet;
  private final AVFrame frame;

  private StillDecoder(AVCodecContext codec) {
    this.codec = codec;
    this.packet = av_packet_alloc();
    this.frame = av_frame_alloc();
  }

  /**
   * Decodes the bytes.
   *
   * @param pixelFormat the only format that is accepted
   */
  static StillDecoder run(
      String source,
      int codecId,
      byte[] data,
      int start,
      int length,
      int width,
      int height,
      int pixelFormat)
      throws MediaException {
    Ffmpeg.load();
    AVCodec decoder = avcodec_find_decoder(codecId);
    StillDecoder still = new StillDecoder(avcodec_alloc_context3(decoder));
    try {
      still.decode(source, decoder, data, start, length, (long) width * height);
      AVFrame frame = still.frame;
      if (frame.width() != width || frame.height() != height || frame.format() != pixelFormat) {
        throw new MediaException(source, "contradictory sizes in the picture data");
      }
      return still;
    } catch (MediaException | RuntimeException e) {
      still.close();
      throw e;
    }
  }

  private void decode(
      String source, AVCodec decoder, byte[] data, int start, int length, long pixels)
      throws MediaException {
    codec.max_pixels(Ffmpeg.bufferPixels(pixels));
    codec.thread_count(1);
    codec.err_recognition(AV_EF_EXPLODE);
    Ffmpeg.check(
        source, avcodec_open2(codec, decoder, (AVDictionary) null), "cannot decode the picture");
    Ffmpeg.check(source, av_new_packet(packet, length), "no memory for the picture data");
    packet.data().put(data, start, length);
    Ffmpeg.check(source, avcodec_send_packet(codec, packet), "broken picture data");
    Ffmpeg.check(source, avcodec_receive_frame(codec, frame), "broken picture data");
  }

  /** Rows of one plane without the padding between them. */
  byte[] plane(int plane, int rowBytes, int rows) {
    byte[] out = new byte[rowBytes * rows];
    BytePointer data = frame.data(plane);
    for (int y = 0; y < rows; y++) {
      data.position((long) y * frame.linesize(plane)).get(out, y * rowBytes, rowBytes);
    }
    return out;
  }

  @Override
  public void close() {
    av_frame_free(frame);
    av_packet_free(packet);
    avcodec_free_context(codec);
  }
}
