package io.qcpruner.media.internal.ffmpeg;

import static org.bytedeco.ffmpeg.global.avutil.AV_LOG_QUIET;
import static org.bytedeco.ffmpeg.global.avutil.av_log_set_level;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.internal.natives.NativeLibraries;
import java.nio.charset.StandardCharsets;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avformat;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;

/** What all users of the native library share. */
public final class Ffmpeg {

  /**
   * Decoders that may run. Everything else in the library, such as screen recorders and game
   * formats, is not worth its risk.
   */
  public static final String CODECS =
      "h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,mpeg1video,mpeg2video,mjpeg,"
          + "msmpeg4,msmpeg4v1,msmpeg4v2,wmv1,wmv2,h263,theora,png,rawvideo,ffv1,huffyuv,dvvideo";

  static {
    NativeLibraries.load(avutil.class, avcodec.class, avformat.class, swscale.class);
    // the library writes to standard error on its own; its findings reach the user as exceptions
    av_log_set_level(AV_LOG_QUIET);
  }

  private Ffmpeg() {}

  /** Makes the library ready; every use begins here. */
  public static void load() {
    // the class's initializer does it, once
  }

  /**
   * The bound on buffers for a bound on pictures: a buffer has whole blocks and a border. Decoded
   * pictures are measured again without them.
   */
  public static long bufferPixels(long pixels) {
    return 2 * pixels + (1 << 20);
  }

  /** Whether a decoder only wants more input: EAGAIN of Linux and Windows, or of macOS. */
  public static boolean wantsInput(int code) {
    return code == -11 || code == -35;
  }

  /** Refuses a negative result. */
  public static void check(String source, int code, String doing) throws MediaException {
    if (code < 0) {
      throw new MediaException(source, doing + ": " + message(code));
    }
  }

  private static String message(int code) {
    byte[] text = new byte[256];
    av_strerror(code, text, text.length);
    int length = 0;
    while (length < text.length && text[length] != 0) {
      length++;
    }
    return new String(text, 0, length, StandardCharsets.UTF_8);
  }
}
