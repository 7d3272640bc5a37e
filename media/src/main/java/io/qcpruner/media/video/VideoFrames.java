package io.qcpruner.media.video;

import io.qcpruner.media.RgbImage;
import java.math.BigDecimal;
import java.math.RoundingMode;
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

  /** The sentence of the LLaVA-Video model card that tells the model when the frames were taken. */
  public String timeInstruction() {
    StringBuilder times = new StringBuilder();
    for (int index : indices) {
      times
          .append(times.length() == 0 ? "" : ",")
          .append(twoDecimals(index / averageFps))
          .append('s');
    }
    return "The video lasts for "
        + twoDecimals(seconds())
        + " seconds, and "
        + indices.length
        + " frames are uniformly sampled from it. These frames are located at "
        + times
        + ".Please answer the following questions related to this video.";
  }

  /** The exact value of the double, half to even, as C's and Python's formatting do. */
  private static String twoDecimals(double value) {
    return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
  }
}
