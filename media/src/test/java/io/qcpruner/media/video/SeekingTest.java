package io.qcpruner.media.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames found by seeking are those found by decoding everything from the start. */
class SeekingTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "a.mp4, mpeg4, 2",
    "a.mp4, libopenh264, 0",
    "a.mkv, mpeg4, 2",
    "a.webm, libvpx-vp9, 0"
  })
  void equalsTheNaiveTwin(String name, String encoder, int bFrames) throws IOException {
    Path file = VideoDecoderTest.writer(encoder, 10, bFrames).write(folder.resolve(name), 60);
    List<RgbImage> all = decodeAll(file);
    assertEquals(60, all.size());
    for (int frames : new int[] {2, 3, 5, 11, 60}) {
      VideoFrames clip =
          VideoDecoder.sample(
              name,
              file,
              new FrameSampling(frames, true),
              UnaryOperator.identity(),
              MediaLimits.DEFAULT);
      for (int i = 0; i < frames; i++) {
        assertEquals(all.get(clip.indices()[i]), clip.frames().get(i), name + " " + i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"a.mp4, mpeg4", "a.mkv, mpeg4", "a.webm, libvpx-vp9"})
  void theseClipsCanBeSearchedByTime(String name, String encoder) throws IOException {
    Path file = VideoDecoderTest.writer(encoder, 10, 0).write(folder.resolve(name), 30);
    try (VideoInput input = VideoInput.open(name, file, MediaLimits.DEFAULT)) {
      PacketIndex index =
          PacketIndex.read(input, MediaLimits.DEFAULT, new DecodeDeadline(Duration.ofMinutes(1)));
      assertTrue(index.seekable());
      assertEquals(30, index.count());
      assertEquals(index.times()[0], index.keyBefore(index.times()[0]));
      assertEquals(Long.MIN_VALUE, index.keyBefore(index.times()[0] - 1));
      long last = index.times()[29];
      assertTrue(index.keyBefore(last) > index.times()[0], "a key frame in the middle");
    }
  }

  private static List<RgbImage> decodeAll(Path file) throws IOException {
    List<RgbImage> all = new ArrayList<>();
    try (VideoInput input = VideoInput.open("twin", file, MediaLimits.DEFAULT);
        FrameDecoder decoder = FrameDecoder.open(input, MediaLimits.DEFAULT)) {
      for (AVFrame frame = decoder.next(); frame != null; frame = decoder.next()) {
        all.add(RgbConverter.convert("twin", frame, MediaLimits.DEFAULT));
      }
    }
    return all;
  }
}
