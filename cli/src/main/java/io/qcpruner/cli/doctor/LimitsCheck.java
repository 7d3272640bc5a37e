package io.qcpruner.cli.doctor;

import io.qcpruner.media.MediaLimits;
import java.util.List;

/** What input may be at most. */
final class LimitsCheck {
  private LimitsCheck() {}

  static List<Finding> findings() {
    MediaLimits limits = MediaLimits.DEFAULT;
    return List.of(
        Finding.fine(
            "limits",
            "image",
            "%d MB, %d megapixels, %d pixels a side"
                .formatted(
                    limits.maxImageBytes() >> 20,
                    limits.maxImagePixels() / 1_000_000,
                    limits.maxImageSide())),
        Finding.fine(
            "limits",
            "video",
            "%d MB, %d minutes, %d sampled frames"
                .formatted(
                    limits.maxVideoBytes() >> 20,
                    limits.maxVideoDuration().toMinutes(),
                    limits.maxSampledFrames())),
        Finding.fine("limits", "download", "%d MB".formatted(limits.maxDownloadBytes() >> 20)));
  }
}
