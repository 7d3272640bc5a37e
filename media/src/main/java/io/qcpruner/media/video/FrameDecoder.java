package io.qcpruner.media.video;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_AV1;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder_by_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_flush_buffers;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.internal.ffmpeg.Ffmpeg;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.Pointer;

/** Packets of a {@link VideoInput} to frames in presentation order; owns native memory. */
final class FrameDecoder implements AutoCloseable {

  private static final int MAX_THREADS = 4;

  private final VideoInput input;
  private final AVCodecContext codec;
  private final AVFrame frame;
  private boolean draining;

  private FrameDecoder(VideoInput input, AVCodecContext codec) {
    this.input = input;
    this.codec = codec;
    this.frame = av_frame_alloc();
  }

  static FrameDecoder open(VideoInput input, MediaLimits limits) throws MediaException {
    AVCodecParameters parameters = input.stream().codecpar();
    AVCodec decoder =
        parameters.codec_id() == AV_CODEC_ID_AV1
            ? av1Decoder()
            : avcodec_find_decoder(parameters.codec_id());
    if (decoder == null || decoder.isNull()) {
      throw new MediaException(input.source(), "no decoder for this kind of video");
    }
    AVCodecContext codec = avcodec_alloc_context3(decoder);
    AVDictionary options = new AVDictionary((Pointer) null);
    try {
      Ffmpeg.check(
          input.source(), avcodec_parameters_to_context(codec, parameters), "broken codec data");
      codec.max_pixels(Ffmpeg.bufferPixels(limits.maxFramePixels()));
      codec.thread_count(Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
      codec.pkt_timebase(input.stream().time_base());
      av_dict_set(options, "codec_whitelist", Ffmpeg.CODECS, 0);
      Ffmpeg.check(
          input.source(),
          avcodec_open2(codec, decoder, options),
          "cannot decode this kind of video");
      return new FrameDecoder(input, codec);
    } catch (MediaException | RuntimeException e) {
      avcodec_free_context(codec);
      throw e;
    } finally {
      av_dict_free(options);
    }
  }

  /**
   * The built-in AV1 decoder needs special hardware; builds of the library bring different others.
   */
  private static AVCodec av1Decoder() {
    AVCodec fast = avcodec_find_decoder_by_name("libdav1d");
    return fast == null || fast.isNull() ? avcodec_find_decoder_by_name("libaom-av1") : fast;
  }

  /** The next frame, valid until the following call; null at the end. */
  AVFrame next() throws MediaException {
    while (true) {
      int code = avcodec_receive_frame(codec, frame);
      if (code >= 0) {
        return frame;
      }
      if (code == AVERROR_EOF) {
        return null;
      }
      if (!Ffmpeg.wantsInput(code) || draining) {
        Ffmpeg.check(input.source(), code, "broken video data");
      }
      AVPacket packet = input.next();
      draining = packet == null;
      Ffmpeg.check(input.source(), avcodec_send_packet(codec, packet), "broken video data");
    }
  }

  /** Continues at a key frame at or before a time; false if the file cannot. */
  boolean seek(long time) {
    if (!input.seek(time)) {
      return false;
    }
    avcodec_flush_buffers(codec);
    draining = false;
    return true;
  }

  @Override
  public void close() {
    av_frame_free(frame);
    avcodec_free_context(codec);
  }
}
