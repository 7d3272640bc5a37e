package io.qcpruner.media.video;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.image.ImageDecoder;
import io.qcpruner.media.internal.image.ImageFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A clip stored as a folder of numbered pictures, as MVBench has them. */
public final class FrameFolder {

  /** Frames per second that the benchmark assumes for such clips. */
  public static final double FPS = 3;

  private static final Set<String> ENDINGS = Set.of("png", "jpg", "jpeg", "webp", "gif", "bmp");

  private FrameFolder() {}

  /** Frames of a folder in the order of their file names; other files are ignored. */
  public static VideoFrames sample(
      Path folder,
      FrameSampling sampling,
      UnaryOperator<RgbImage> shrink,
      AlphaPolicy alpha,
      MediaLimits limits)
      throws IOException {
    String source = folder.toString();
    if (sampling.frames() > limits.maxSampledFrames()) {
      throw new IllegalArgumentException(
          sampling.frames() + " sampled frames are over " + limits.maxSampledFrames());
    }
    List<Path> files = list(source, folder, limits);
    int[] indices = sampling.indices(files.size(), FPS);
    FrameStore store = new FrameStore(source, shrink, limits);
    for (int i = 0; i < indices.length; i++) {
      if (i > 0 && indices[i] == indices[i - 1]) {
        store.repeat();
        continue;
      }
      Path file = files.get(indices[i]);
      byte[] data = ImageFiles.read(file, limits);
      store.add(ImageDecoder.decode(file.toString(), data, alpha, limits));
    }
    return new VideoFrames(store.frames(), indices, files.size(), FPS);
  }

  private static List<Path> list(String source, Path folder, MediaLimits limits)
      throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Iterator<Path> i = all.iterator(); i.hasNext(); ) {
        Path file = i.next();
        if (isFrame(file) && files.size() == limits.maxVideoFrames()) {
          throw new MediaException(
              source, "folder of more than " + limits.maxVideoFrames() + " frames");
        }
        if (isFrame(file)) {
          files.add(file);
        }
      }
    }
    if (files.isEmpty()) {
      throw new MediaException(source, "folder without pictures");
    }
    files.sort(Comparator.comparing(file -> file.getFileName().toString()));
    return files;
  }

  private static boolean isFrame(Path file) {
    String name = file.getFileName().toString();
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return !name.startsWith(".") && ENDINGS.contains(ending) && Files.isRegularFile(file);
  }
}
