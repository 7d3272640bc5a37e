package io.qcpruner.media.video;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder_by_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avformat.AVFMT_GLOBALHEADER;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_free_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_closep;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_make_q;

import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVOutputFormat;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Encodes tiny clips for tests. Frame i is plain: luma 20 + 3 i on the left half and its complement
 * on the right, no colour, so a decoded frame tells its own index.
 */
final class ClipWriter {

  static final int WIDTH = 64;
  static final int HEIGHT = 48;

  /** Distance between key frames. */
  static final int KEY_DISTANCE = 8;

  private static final int GLOBAL_HEADER = 1 << 22;

  private final String encoder;
  private final int pixelFormat;
  private final int fps;
  private final int bFrames;

  /**
   * @param pixelFormat a planar 4:2:0 format that the encoder takes
   */
  ClipWriter(String encoder, int pixelFormat, int fps, int bFrames) {
    this.encoder = encoder;
    this.pixelFormat = pixelFormat;
    this.fps = fps;
    this.bFrames = bFrames;
  }

  static int luma(int frame) {
    return 20 + 3 * frame;
  }

  /** Writes a clip; the ending of the file name chooses the container. */
  Path write(Path file, int frames) {
    av_log_set_level(AV_LOG_QUIET);
    AVFormatContext format = new AVFormatContext((Pointer) null);
    require(
        avformat_alloc_output_context2(
            format, (AVOutputFormat) null, (String) null, file.toString()));
    AVCodec codec = avcodec_find_encoder_by_name(encoder);
    if (codec == null) {
      throw new AssertionError("no encoder " + encoder);
    }
    AVCodecContext context = context(codec, format);
    AVStream stream = avformat_new_stream(format, codec);
    stream.time_base(av_make_q(1, fps));
    stream.avg_frame_rate(av_make_q(fps, 1));
    require(avcodec_parameters_from_context(stream.codecpar(), context));
    AVIOContext io = new AVIOContext((Pointer) null);
    require(avio_open(io, file.toString(), AVIO_FLAG_WRITE));
    format.pb(io);
    require(avformat_write_header(format, (AVDictionary) null));
    AVFrame frame = frame();
    AVPacket packet = av_packet_alloc();
    for (int i = 0; i < frames; i++) {
      fill(frame, i);
      require(avcodec_send_frame(context, frame));
      drain(context, packet, format, stream);
    }
    require(avcodec_send_frame(context, null));
    drain(context, packet, format, stream);
    require(av_write_trailer(format));
    av_packet_free(packet);
    av_frame_free(frame);
    avcodec_free_context(context);
    avio_closep(io);
    avformat_free_context(format);
    return file;
  }

  private AVCodecContext context(AVCodec codec, AVFormatContext format) {
    AVCodecContext context = avcodec_alloc_context3(codec);
    context.width(WIDTH).height(HEIGHT).pix_fmt(pixelFormat);
    context.time_base(av_make_q(1, fps)).framerate(av_make_q(fps, 1));
    context.gop_size(KEY_DISTANCE).max_b_frames(bFrames).bit_rate(2_000_000);
    context.strict_std_compliance(-2).thread_count(1);
    if ((format.oformat().flags() & AVFMT_GLOBALHEADER) != 0) {
      context.flags(context.flags() | GLOBAL_HEADER);
    }
    AVDictionary options = new AVDictionary((Pointer) null);
    if (encoder.startsWith("libvpx")) {
      av_dict_set(options, "cpu-used", "8", 0);
      av_dict_set(options, "deadline", "realtime", 0);
    }
    if (encoder.startsWith("libaom")) {
      av_dict_set(options, "cpu-used", "8", 0);
      av_dict_set(options, "aom-params", "lossless=1", 0);
    }
    require(avcodec_open2(context, codec, options));
    return context;
  }

  private AVFrame frame() {
    AVFrame frame = av_frame_alloc();
    frame.width(WIDTH).height(HEIGHT).format(pixelFormat);
    require(av_frame_get_buffer(frame, 0));
    return frame;
  }

  private static void fill(AVFrame frame, int index) {
    require(av_frame_make_writable(frame));
    for (int plane = 0; plane < 3; plane++) {
      int width = plane == 0 ? WIDTH : WIDTH / 2;
      int height = plane == 0 ? HEIGHT : HEIGHT / 2;
      BytePointer data = frame.data(plane);
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          int luma = x < width / 2 ? luma(index) : 255 - luma(index);
          data.put((long) y * frame.linesize(plane) + x, (byte) (plane == 0 ? luma : 128));
        }
      }
    }
    frame.pts(index);
  }

  private static void drain(
      AVCodecContext context, AVPacket packet, AVFormatContext format, AVStream stream) {
    while (avcodec_receive_packet(context, packet) >= 0) {
      av_packet_rescale_ts(packet, context.time_base(), stream.time_base());
      packet.stream_index(0);
      // one frame long; some containers compute the clip's length from it
      packet.duration(
          (long) stream.time_base().den()
              * context.time_base().num()
              / ((long) stream.time_base().num() * context.time_base().den()));
      require(av_interleaved_write_frame(format, packet));
    }
  }

  private static void require(int code) {
    if (code < 0) {
      throw new AssertionError("ffmpeg code " + code);
    }
  }
}
