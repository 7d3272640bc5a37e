package io.qcpruner.media.video;

import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_CORRUPT;
import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_DISCARD;
import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_KEY;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import java.util.Arrays;
import org.bytedeco.ffmpeg.avcodec.AVPacket;

/**
 * Times of all frames of a clip, found by reading the packets without decoding them. What the
 * header says about the number of frames is not believed.
 *
 * @param times presentation times in ascending order; empty when some frame has none or two share
 *     one
 * @param keyTimes presentation times of the key frames, ascending
 * @param count frames
 * @param averageFps frames per second
 */
record PacketIndex(long[] times, long[] keyTimes, int count, double averageFps) {

  static PacketIndex read(VideoInput input, MediaLimits limits, DecodeDeadline deadline)
      throws MediaException {
    long[] times = new long[1024];
    long[] keys = new long[64];
    int count = 0;
    int keyCount = 0;
    boolean timed = true;
    for (AVPacket packet = input.next(); packet != null; packet = input.next()) {
      deadline.check(input.source());
      if ((packet.flags() & AV_PKT_FLAG_CORRUPT) != 0) {
        throw new MediaException(input.source(), "truncated or damaged at frame " + count);
      }
      if ((packet.flags() & AV_PKT_FLAG_DISCARD) != 0) {
        continue;
      }
      if (count == limits.maxVideoFrames()) {
        throw new MediaException(
            input.source(), "video of more than " + limits.maxVideoFrames() + " frames");
      }
      times = count == times.length ? Arrays.copyOf(times, 2 * count) : times;
      times[count++] = packet.pts();
      timed &= packet.pts() != AV_NOPTS_VALUE;
      if ((packet.flags() & AV_PKT_FLAG_KEY) != 0) {
        keys = keyCount == keys.length ? Arrays.copyOf(keys, 2 * keyCount) : keys;
        keys[keyCount++] = packet.pts();
      }
    }
    if (count == 0) {
      throw new MediaException(input.source(), "video without frames");
    }
    times = Arrays.copyOf(times, count);
    keys = Arrays.copyOf(keys, keyCount);
    Arrays.sort(times);
    Arrays.sort(keys);
    double fps = fps(input, times, timed);
    checkDuration(input.source(), count / fps, limits);
    return new PacketIndex(timed && distinct(times) ? times : new long[0], keys, count, fps);
  }

  private static double fps(VideoInput input, long[] times, boolean timed) throws MediaException {
    double stated = input.statedFps();
    if (stated > 0 && Double.isFinite(stated)) {
      return stated;
    }
    double seconds = timed ? (times[times.length - 1] - times[0]) * input.clock() : 0;
    if (seconds > 0) {
      return (times.length - 1) / seconds;
    }
    throw new MediaException(input.source(), "video without a frame rate");
  }

  private static void checkDuration(String source, double seconds, MediaLimits limits)
      throws MediaException {
    if (seconds > limits.maxVideoDuration().toSeconds()) {
      throw new MediaException(
          source,
          "video of "
              + (long) seconds
              + " seconds is over "
              + limits.maxVideoDuration().toSeconds());
    }
  }

  private static boolean distinct(long[] sorted) {
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Whether single frames can be found by their time. */
  boolean seekable() {
    return times.length > 0 && keyTimes.length > 0;
  }

  /**
   * Time of the last key frame that is not after a time; {@code Long.MIN_VALUE} if there is none.
   */
  long keyBefore(long time) {
    int at = Arrays.binarySearch(keyTimes, time);
    int key = at >= 0 ? at : -at - 2;
    return key < 0 ? Long.MIN_VALUE : keyTimes[key];
  }
}
