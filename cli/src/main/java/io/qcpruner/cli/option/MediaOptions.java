package io.qcpruner.cli.option;

import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What to look at: one picture or one clip. */
public final class MediaOptions {

  // no mixin: explain has these options in a group of alternatives, where mixins can't stand
  @ArgGroup(exclusive = false)
  private DetailOption detail = new DetailOption();

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  private static final class Source {
    @Option(names = "--image", paramLabel = "FILE|URL", description = "Picture to look at.")
    private String image;

    @Option(
        names = "--video",
        paramLabel = "FILE|DIR|URL",
        description = "Clip, or folder of frames, to look at.")
    private String video;
  }

  @Option(
      names = "--frames",
      paramLabel = "N",
      description = "Frames taken from a clip (default: what the model was made for, usually 64).")
  private Integer frames;

  @Option(
      names = "--upright",
      description =
          "Turn the picture as its EXIF tag says, as serve and chat do; benchmarks take it as stored.")
  private boolean upright;

  /** Refuses a missing file, folder or address before a model is loaded for it. */
  public void check() throws IOException {
    if (frames != null) {
      new FrameSampling(frames, true);
    }
    if (source.image != null) {
      requireThere(source.image, false);
    } else {
      requireThere(source.video, true);
    }
  }

  /** Like above for one picture, or for a clip that may be a folder of frames. */
  public static void requireThere(String text, boolean orFolder) throws IOException {
    if (MediaSource.parse(text) instanceof MediaSource.File file) {
      Path path = file.path();
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      if (!orFolder && Files.isDirectory(path)) {
        throw new FileSystemException(path.toString(), null, "is a folder, not a picture");
      }
      if (!Files.isReadable(path)) {
        throw new AccessDeniedException(path.toString());
      }
    }
  }

  /** Reads the medium and runs the vision tower. */
  public EncodedVisual encode(VisionLanguageModel model) throws IOException {
    // checked for a picture, too
    FrameSampling sampling = new FrameSampling(frames == null ? model.clipFrames() : frames, true);
    MediaReader stored = new MediaReader(MediaLimits.DEFAULT);
    MediaReader reader = upright ? stored.upright() : stored;
    if (source.image != null) {
      return model.encode(
          reader.image(MediaSource.parse(source.image), model.alpha()), detail.settings());
    }
    return model.encode(
        reader.video(MediaSource.parse(source.video), sampling, model::shrink, model.alpha()));
  }
}
