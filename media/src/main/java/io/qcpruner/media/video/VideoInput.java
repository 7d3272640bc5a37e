package io.qcpruner.media.video;

import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_FLAG_BACKWARD;
import static org.bytedeco.ffmpeg.global.avformat.av_find_best_stream;
import static org.bytedeco.ffmpeg.global.avformat.av_find_input_format;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_seek_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.internal.ffmpeg.Ffmpeg;
import java.io.IOException;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;

/** An opened video file and its one video stream; owns native memory until closed. */
final class VideoInput implements AutoCloseable {

  private static final long MICROS = 1_000_000;

  private final String source;
  private final AVFormatContext format;
  private final AVPacket packet;
  private final AVStream stream;
  private final int streamIndex;

  private VideoInput(String source, AVFormatContext format, int streamIndex) {
    this.source = source;
    this.format = format;
    this.streamIndex = streamIndex;
    this.stream = format.streams(streamIndex);
    this.packet = av_packet_alloc();
  }

  static VideoInput open(String source, Path file, MediaLimits limits) throws IOException {
    VideoContainer container = VideoContainer.check(source, file);
    Ffmpeg.load();
    AVFormatContext format = openFormat(source, file, container);
    try {
      checkStreams(source, format, limits);
      probe(source, format, limits);
      int index = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, (AVCodec) null, 0);
      if (index < 0) {
        throw new MediaException(source, "no video stream");
      }
      checkStreams(source, format, limits);
      if (format.streams(index).codecpar().width() < 1) {
        // the probe was told the limit, and found no frame that keeps it
        throw new MediaException(
            source, "frames are broken or over " + limits.maxFramePixels() + " pixels");
      }
      return new VideoInput(source, format, index);
    } catch (IOException | RuntimeException e) {
      avformat_close_input(format);
      throw e;
    }
  }

  private static AVFormatContext openFormat(String source, Path file, VideoContainer container)
      throws MediaException {
    AVFormatContext format = avformat_alloc_context();
    AVDictionary options = new AVDictionary((Pointer) null);
    try {
      // the file may name other files and addresses; only itself may be opened
      av_dict_set(options, "protocol_whitelist", "file", 0);
      av_dict_set(options, "codec_whitelist", Ffmpeg.CODECS, 0);
      av_dict_set(options, "max_streams", "64", 0);
      // on failure the library frees the context itself
      int code =
          avformat_open_input(
              format,
              "file:" + file.toAbsolutePath(),
              av_find_input_format(container.demuxer()),
              options);
      Ffmpeg.check(source, code, "cannot open the video");
      return format;
    } finally {
      av_dict_free(options);
    }
  }

  /** Reads the first packets, which tells the frame rate of containers that do not store it. */
  private static void probe(String source, AVFormatContext format, MediaLimits limits)
      throws MediaException {
    int streams = format.nb_streams();
    String maxPixels = Long.toString(Ffmpeg.bufferPixels(limits.maxFramePixels()));
    AVDictionary[] options = new AVDictionary[streams];
    try (PointerPointer<AVDictionary> all = new PointerPointer<>(Math.max(1, streams))) {
      for (int i = 0; i < streams; i++) {
        options[i] = new AVDictionary((Pointer) null);
        av_dict_set(options[i], "max_pixels", maxPixels, 0);
        av_dict_set(options[i], "threads", "1", 0);
        all.put(i, options[i]);
      }
      int code = avformat_find_stream_info(format, all);
      for (int i = 0; i < streams; i++) {
        // the call replaces the dictionaries by what it did not use
        options[i] = all.get(AVDictionary.class, i);
      }
      Ffmpeg.check(source, code, "cannot read the video streams");
    } finally {
      for (AVDictionary option : options) {
        if (option != null) {
          av_dict_free(option);
        }
      }
    }
  }

  private static void checkStreams(String source, AVFormatContext format, MediaLimits limits)
      throws MediaException {
    for (int i = 0; i < format.nb_streams(); i++) {
      var parameters = format.streams(i).codecpar();
      long pixels = (long) parameters.width() * parameters.height();
      if (parameters.codec_type() == AVMEDIA_TYPE_VIDEO && pixels > limits.maxFramePixels()) {
        throw new MediaException(
            source,
            "frames of %dx%d are over %d pixels"
                .formatted(parameters.width(), parameters.height(), limits.maxFramePixels()));
      }
    }
    if (format.duration() / MICROS > limits.maxVideoDuration().toSeconds()) {
      throw new MediaException(
          source,
          "video of "
              + format.duration() / MICROS
              + " seconds is over "
              + limits.maxVideoDuration().toSeconds());
    }
  }

  String source() {
    return source;
  }

  AVStream stream() {
    return stream;
  }

  /** Average frames per second as the container states or the probe found; 0 if unknown. */
  double statedFps() {
    AVRational rate = stream.avg_frame_rate();
    return rate.den() == 0 ? 0 : (double) rate.num() / rate.den();
  }

  /** Seconds of one unit of the stream's clock. */
  double clock() {
    return (double) stream.time_base().num() / stream.time_base().den();
  }

  /** The next packet of the video stream, valid until the following call; null at the end. */
  AVPacket next() throws MediaException {
    while (true) {
      av_packet_unref(packet);
      int code = av_read_frame(format, packet);
      if (code == AVERROR_EOF) {
        return null;
      }
      Ffmpeg.check(source, code, "broken video file");
      if (packet.stream_index() == streamIndex) {
        return packet;
      }
    }
  }

  /** Moves to a key frame at or before a time; false if the file cannot. */
  boolean seek(long time) {
    return av_seek_frame(format, streamIndex, time, AVSEEK_FLAG_BACKWARD) >= 0;
  }

  @Override
  public void close() {
    av_packet_free(packet);
    avformat_close_input(format);
  }
}
