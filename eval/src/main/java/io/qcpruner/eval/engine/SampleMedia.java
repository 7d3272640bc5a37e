package io.qcpruner.eval.engine;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameFolder;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Samples of benchmarks as a model sees and reads them in an evaluation.
 *
 * @param sampling frames taken from clips in files
 */
public record SampleMedia(VisionLanguageModel model, FrameSampling sampling) {

  /** With as many frames of a clip as the model was made for. */
  public SampleMedia(VisionLanguageModel model) {
    this(model, new FrameSampling(model.clipFrames(), true));
  }

  /** In the chat format of the published evaluation, whatever the checkpoint's own is. */
  public Ask question(Sample sample) {
    return Ask.of(sample.prompt()).with(model.backbone().spec().template());
  }

  /** Reads the picture or clip of a sample and runs the vision tower; the caller closes it. */
  public EncodedVisual see(Media media) throws IOException {
    MediaReader reader = new MediaReader(MediaLimits.DEFAULT);
    if (media instanceof Media.Embedded embedded) {
      byte[] bytes = embedded.bytes().read();
      return model.encode(reader.image(new MediaSource.Bytes(media.name(), bytes), model.alpha()));
    }
    if (media instanceof Media.DrawnClip clip) {
      List<RgbImage> frames = clip.drawing().frames();
      int[] all = IntStream.range(0, frames.size()).toArray();
      return model.encode(new VideoFrames(frames, all, all.length, FrameFolder.FPS));
    }
    if (media instanceof Media.ImageFile image) {
      return model.encode(reader.image(new MediaSource.File(image.path()), model.alpha()));
    }
    if (media instanceof Media.VideoFile video) {
      return clip(reader, video.path());
    }
    if (media instanceof Media.FrameFolder frames) {
      return clip(reader, frames.path());
    }
    throw new DataException("sample", "has neither picture nor clip");
  }

  private EncodedVisual clip(MediaReader reader, Path path) throws IOException {
    return model.encode(
        reader.video(new MediaSource.File(path), sampling, model::shrink, model.alpha()));
  }
}
