package io.qcpruner.model.backbone.shuffle;

import io.qcpruner.media.video.VideoFrames;
import java.util.Arrays;
import java.util.List;

/**
 * When the frames of a clip were taken.
 *
 * @param seconds from the start of the clip, one for each frame
 * @param duration of the whole clip in seconds
 */
public record ClipTimes(List<Double> seconds, double duration) {
  public ClipTimes {
    seconds = List.copyOf(seconds);
  }

  /** The times of sampled frames. */
  public static ClipTimes of(VideoFrames clip) {
    return new ClipTimes(
        Arrays.stream(clip.indices()).mapToObj(i -> i / clip.averageFps()).toList(),
        clip.seconds());
  }
}
