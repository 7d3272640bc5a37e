package io.qcpruner.eval.data;

import io.qcpruner.media.RgbImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The picture or clip of a sample; nothing is read before it is asked for. */
public sealed interface Media {

  /** Name for records and submission files. */
  String name();

  /** A picture inside a table: encoded bytes on demand. */
  record Embedded(String name, Bytes bytes) implements Media {
    /** Reads the encoded picture. */
    @FunctionalInterface
    public interface Bytes {
      byte[] read() throws IOException;
    }
  }

  /** A clip that is drawn on demand; all of its frames are shown. */
  record DrawnClip(String name, Drawing drawing) implements Media {
    /** Draws the frames in order. */
    @FunctionalInterface
    public interface Drawing {
      List<RgbImage> frames() throws IOException;
    }
  }

  /** A picture file. */
  record ImageFile(Path path) implements Media {
    @Override
    public String name() {
      return path.getFileName().toString();
    }
  }

  /** A video file. */
  record VideoFile(Path path) implements Media {
    @Override
    public String name() {
      return path.getFileName().toString();
    }
  }

  /** A folder with the frames of a clip, in name order. */
  record FrameFolder(Path path) implements Media {
    @Override
    public String name() {
      return path.getFileName().toString();
    }
  }

  /** A question without picture. */
  record None() implements Media {
    @Override
    public String name() {
      return "";
    }
  }

  /** Fails with a clear message when the medium cannot be opened. */
  default void probe() throws IOException {
    if (this instanceof Embedded embedded) {
      if (embedded.bytes().read().length == 0) {
        throw new DataException(embedded.name(), "picture is empty");
      }
    } else if (this instanceof DrawnClip clip) {
      if (clip.drawing().frames().isEmpty()) {
        throw new DataException(clip.name(), "clip has no frames");
      }
    } else if (this instanceof ImageFile image && !Files.isRegularFile(image.path())) {
      throw new DataException(image.path().toString(), "picture not found");
    } else if (this instanceof VideoFile video && !Files.isRegularFile(video.path())) {
      throw new DataException(video.path().toString(), "video not found");
    } else if (this instanceof FrameFolder frames && !Files.isDirectory(frames.path())) {
      throw new DataException(frames.path().toString(), "folder of frames not found");
    }
  }
}
