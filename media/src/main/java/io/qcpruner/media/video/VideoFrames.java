package io.qcpruner.media.video;

import io.qcpruner.media.RgbImage;
import java.util.List;

/**
 * Sampled frames of a clip.
 *
 * @param frames the pictures, one per index; repeated indices share one picture
 * @param indices positions in the clip, ascending
 * @param frameCount frames of the whole clip
 * @param averageFps its average frame rate; 3 for a folder of frames
 */
public record VideoFrames(List<RgbImage> frames, int[] indices, int frameCount, double averageFps) {

  public VideoFrames {
    frames = List.copyOf(frames);
    if (frames.isEmpty() || frames.size() != indices.length) {
      throw new IllegalArgumentException(
          frames.size() + " frames for " + indices.length + " indices");
    }
    if (frameCount < 1 || !(averageFps > 0)) {
      throw new IllegalArgumentException(frameCount + " frames at " + averageFps + " per second");
    }
  }

  /** Length of the clip. */
  public double seconds() {
    return frameCount / averageFps;
  }
}
