package io.qcpruner.media.reader;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.image.BufferedPixels;
import io.qcpruner.media.internal.image.ExifTag;
import io.qcpruner.media.internal.image.ImageDecoder;
import io.qcpruner.media.internal.image.ImageFiles;
import io.qcpruner.media.internal.net.Fetcher;
import io.qcpruner.media.video.FrameFolder;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoDecoder;
import io.qcpruner.media.video.VideoFrames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * The front door: any source to checked pixels, within one set of limits. Bad media is a {@link
 * MediaException}; other IOExceptions are failures of the disk. Safe for many threads.
 */
public final class MediaReader {

  private final MediaLimits limits;
  private final Fetcher fetcher;
  private final boolean upright;

  public MediaReader(MediaLimits limits) {
    this(limits, false);
  }

  private MediaReader(MediaLimits limits, boolean upright) {
    this.limits = limits;
    this.fetcher = new Fetcher(limits);
    this.upright = upright;
  }

  /**
   * A reader that turns pictures as their EXIF tag says, so that the model sees what people see.
   * Benchmarks take pixels as they are stored, as the reference code does.
   */
  public MediaReader upright() {
    return new MediaReader(limits, true);
  }

  /** The pixels of an image. */
  public RgbImage image(MediaSource source, AlphaPolicy alpha) throws IOException {
    if (source instanceof MediaSource.Image held) {
      return BufferedPixels.of(source.name(), held.image(), alpha, limits);
    }
    byte[] data;
    if (source instanceof MediaSource.Bytes bytes) {
      data = bytes.data();
    } else if (source instanceof MediaSource.File file) {
      data = ImageFiles.read(file.path(), limits);
    } else {
      data = fetcher.fetch(((MediaSource.Address) source).uri());
    }
    RgbImage stored = ImageDecoder.decode(source.name(), data, alpha, limits);
    return upright ? ExifTag.orientation(data).upright(stored) : stored;
  }

  /**
   * Sampled frames of a video file or of a folder of frames.
   *
   * @param shrink applied to each frame once decoded, to keep only small ones; or identity
   * @param alpha for pictures in a folder
   */
  public VideoFrames video(
      MediaSource source, FrameSampling sampling, UnaryOperator<RgbImage> shrink, AlphaPolicy alpha)
      throws IOException {
    if (source instanceof MediaSource.File file) {
      return videoFile(file.path(), sampling, shrink, alpha);
    }
    if (source instanceof MediaSource.Image) {
      throw new MediaException(source.name(), "a picture, not a clip");
    }
    byte[] data =
        source instanceof MediaSource.Bytes bytes
            ? bytes.data()
            : fetcher.fetch(((MediaSource.Address) source).uri());
    // the native library reads files
    Path copy = Files.createTempFile("qcpruner", ".video");
    try {
      Files.write(copy, data);
      return VideoDecoder.sample(source.name(), copy, sampling, shrink, limits);
    } finally {
      Files.delete(copy);
    }
  }

  private VideoFrames videoFile(
      Path path, FrameSampling sampling, UnaryOperator<RgbImage> shrink, AlphaPolicy alpha)
      throws IOException {
    if (Files.isDirectory(path)) {
      return FrameFolder.sample(path, sampling, shrink, alpha, limits);
    }
    if (!Files.isRegularFile(path)) {
      throw new MediaException(
          path.toString(), Files.exists(path) ? "not a file or folder" : "no such file");
    }
    return VideoDecoder.sample(path.toString(), path, sampling, shrink, limits);
  }
}
