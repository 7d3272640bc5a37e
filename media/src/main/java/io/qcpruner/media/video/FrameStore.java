package io.qcpruner.media.video;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Sampled frames, shrunk one by one, within the limit on pixels held. */
final class FrameStore {

  private final String source;
  private final UnaryOperator<RgbImage> shrink;
  private final MediaLimits limits;
  private final List<RgbImage> frames = new ArrayList<>();
  private long pixels;

  FrameStore(String source, UnaryOperator<RgbImage> shrink, MediaLimits limits) {
    this.source = source;
    this.shrink = shrink;
    this.limits = limits;
  }

  void add(RgbImage frame) throws MediaException {
    RgbImage image = shrink.apply(frame);
    pixels += (long) image.width() * image.height();
    if (pixels > limits.maxHeldPixels()) {
      throw new MediaException(
          source, "the sampled frames have more than " + limits.maxHeldPixels() + " pixels");
    }
    frames.add(image);
  }

  /** The last frame again, shared. */
  void repeat() {
    frames.add(frames.get(frames.size() - 1));
  }

  List<RgbImage> frames() {
    return frames;
  }
}
