package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Turns pictures and clips into what a family's tower takes. */
public interface VisualPreparer {

  /** What becomes of transparency when a picture is decoded. */
  AlphaPolicy alpha();

  Visual picture(RgbImage image) throws MediaException;

  /** The same with settings; families that show every picture in one way take no notice of them. */
  default Visual picture(RgbImage image, PictureSettings settings) throws MediaException {
    return picture(image);
  }

  /**
   * The detail that a picture gets with these settings; empty where the family has only one.
   * Settings with the same detail give the same pixels.
   */
  default Optional<Detail> detail(PictureSettings settings) {
    return Optional.empty();
  }

  /** A clip; families that answer about pictures alone refuse it. */
  Visual clip(VideoFrames frames) throws MediaException;

  /** Whether {@link #clip} takes clips. */
  default boolean takesClips() {
    return true;
  }

  /** A frame as small as the tower needs it, so that long clips fit in memory. */
  default RgbImage shrink(RgbImage frame) {
    return frame;
  }

  /**
   * Prepared pixels from a file, in the names and shapes of transformers: {@code pixel_values} and
   * what else the family's processor writes.
   */
  default Visual raw(Path path) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      return raw(path, file);
    }
  }

  /** Like above, from an open file; the path is for messages. */
  Visual raw(Path path, SafetensorsFile file) throws IOException;
}
