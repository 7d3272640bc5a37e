package io.qcpruner.media.video;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bytedeco.ffmpeg.avutil.AVFrame;

/**
 * Samples frames from a video file (MP4, WebM, Matroska, AVI). One pass over the packets counts the
 * frames; then only what is needed is decoded, by seeking where that is exact and saves work.
 */
public final class VideoDecoder {

  private final String source;
  private final Path file;
  private final FrameSampling sampling;
  private final UnaryOperator<RgbImage> shrink;
  private final MediaLimits limits;
  private final DecodeDeadline deadline;

  private VideoDecoder(
      String source,
      Path file,
      FrameSampling sampling,
      UnaryOperator<RgbImage> shrink,
      MediaLimits limits) {
    this.source = source;
    this.file = file;
    this.sampling = sampling;
    this.shrink = shrink;
    this.limits = limits;
    this.deadline = new DecodeDeadline(limits.maxDecodeTime());
  }

  /**
   * Frames of a clip.
   *
   * @param source name for messages
   * @param shrink applied to each frame as soon as it is decoded, so that full-size frames are not
   *     kept; identity to keep them
   */
  public static VideoFrames sample(
      String source,
      Path file,
      FrameSampling sampling,
      UnaryOperator<RgbImage> shrink,
      MediaLimits limits)
      throws IOException {
    if (sampling.frames() > limits.maxSampledFrames()) {
      throw new IllegalArgumentException(
          sampling.frames() + " sampled frames are over " + limits.maxSampledFrames());
    }
    long size = Files.size(file);
    if (size > limits.maxVideoBytes()) {
      throw new MediaException(
          source, "file of " + size + " bytes is over " + limits.maxVideoBytes());
    }
    return new VideoDecoder(source, file, sampling, shrink, limits).sample();
  }

  private VideoFrames sample() throws IOException {
    PacketIndex index = index();
    if (index.seekable()) {
      int[] wanted = sampling.indices(index.count(), index.averageFps());
      List<RgbImage> frames = bySeeking(index, wanted);
      if (frames != null) {
        return new VideoFrames(frames, wanted, index.count(), index.averageFps());
      }
    }
    return inOrder(index);
  }

  private PacketIndex index() throws IOException {
    try (VideoInput input = VideoInput.open(source, file, limits)) {
      return PacketIndex.read(input, limits, deadline);
    }
  }

  /** Finds each frame by its time; null when a frame does not turn up at its time. */
  private List<RgbImage> bySeeking(PacketIndex index, int[] wanted) throws IOException {
    FrameStore store = new FrameStore(source, shrink, limits);
    try (VideoInput input = VideoInput.open(source, file, limits);
        FrameDecoder decoder = FrameDecoder.open(input, limits)) {
      long reached = Long.MIN_VALUE;
      for (int i = 0; i < wanted.length; i++) {
        if (i > 0 && wanted[i] == wanted[i - 1]) {
          store.repeat();
          continue;
        }
        long time = index.times()[wanted[i]];
        long key = index.keyBefore(time);
        if (i > 0 && key > reached && !decoder.seek(key)) {
          return null;
        }
        AVFrame frame = decoder.next();
        while (frame != null && frame.best_effort_timestamp() < time) {
          deadline.check(source);
          frame = decoder.next();
        }
        if (frame == null || frame.best_effort_timestamp() != time) {
          return null;
        }
        reached = time;
        store.add(RgbConverter.convert(source, frame, limits));
      }
    }
    return store.frames();
  }

  /** Decodes from the start and counts; correct for every file, and slow for long ones. */
  private VideoFrames inOrder(PacketIndex index) throws IOException {
    int count = index.count();
    while (true) {
      int[] wanted = sampling.indices(count, index.averageFps());
      FrameStore store = new FrameStore(source, shrink, limits);
      int decoded = decodeInOrder(wanted, store);
      if (decoded == 0) {
        throw new MediaException(source, "no frame of the video can be decoded");
      }
      if (store.frames().size() == wanted.length) {
        return new VideoFrames(store.frames(), wanted, count, index.averageFps());
      }
      // some packets hold no picture of their own: sample anew from the frames that exist
      count = decoded;
    }
  }

  /** Returns how many frames were seen; stops after the last wanted one. */
  private int decodeInOrder(int[] wanted, FrameStore store) throws IOException {
    try (VideoInput input = VideoInput.open(source, file, limits);
        FrameDecoder decoder = FrameDecoder.open(input, limits)) {
      int next = 0;
      int seen = 0;
      for (AVFrame frame = decoder.next(); frame != null; frame = decoder.next(), seen++) {
        deadline.check(source);
        if (seen < wanted[next]) {
          continue;
        }
        store.add(RgbConverter.convert(source, frame, limits));
        while (++next < wanted.length && wanted[next] == seen) {
          store.repeat();
        }
        if (next == wanted.length) {
          return seen + 1;
        }
      }
      return seen;
    }
  }
}
