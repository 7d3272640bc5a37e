package io.qcpruner.media.video;

import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUVJ420P;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.LlavaVideoPreprocessor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VideoDecoderTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "clip.mp4, mpeg4, 0",
    "clip.mp4, mpeg4, 2",
    "clip.mp4, libopenh264, 0",
    "clip.webm, libvpx, 0",
    "clip.webm, libvpx-vp9, 0",
    "clip.webm, libaom-av1, 0",
    "clip.mp4, libaom-av1, 0",
    "clip.mkv, mpeg4, 2",
    "clip.mkv, ffv1, 0",
    "clip.avi, mpeg4, 0",
    "clip.avi, mpeg4, 2",
    "clip.avi, mjpeg, 0"
  })
  void sampledFramesAreTheRightOnes(String name, String encoder, int bFrames) throws IOException {
    Path file = writer(encoder, 10, bFrames).write(folder.resolve(name), 40);
    for (FrameSampling sampling :
        new FrameSampling[] {
          new FrameSampling(40, true),
          new FrameSampling(7, true),
          new FrameSampling(2, true),
          new FrameSampling(64, true),
          new FrameSampling(64, false)
        }) {
      VideoFrames clip = sample(file, sampling);
      assertEquals(40, clip.frameCount());
      assertEquals(10, clip.averageFps(), 0.01);
      assertArrayEquals(sampling.indices(40, clip.averageFps()), clip.indices());
      boolean full = encoder.equals("mjpeg");
      for (int i = 0; i < clip.indices().length; i++) {
        assertShows(clip.indices()[i], clip.frames().get(i), full);
      }
    }
  }

  /** The samples of a frame, through the range conversion, within the loss of the codec. */
  private static void assertShows(int index, RgbImage frame, boolean fullRange) {
    assertEquals(ClipWriter.WIDTH, frame.width());
    assertEquals(ClipWriter.HEIGHT, frame.height());
    int luma = ClipWriter.luma(index);
    assertNear(luma, frame.sample(10, 20, 0), fullRange);
    assertNear(luma, frame.sample(10, 20, 2), fullRange);
    assertNear(255 - luma, frame.sample(50, 30, 1), fullRange);
  }

  private static void assertNear(int luma, int sample, boolean fullRange) {
    double expected = fullRange ? luma : Math.max(0, Math.min(255, (luma - 16) * 255 / 219.0));
    // neighbouring frames differ by at least 3
    assertTrue(Math.abs(expected - sample) < 1.5, () -> expected + " but was " + sample);
  }

  @Test
  void repeatedFramesAreSharedAndShrunkOnce() throws IOException {
    Path file = writer("mpeg4", 5, 0).write(folder.resolve("short.mp4"), 3);
    LlavaVideoPreprocessor prep = LlavaVideoPreprocessor.siglip384();
    VideoFrames clip =
        VideoDecoder.sample("short", file, FrameSampling.PAPER, prep::shrink, MediaLimits.DEFAULT);
    assertEquals(64, clip.frames().size());
    assertEquals(384, clip.frames().get(0).width());
    assertSame(clip.frames().get(0), clip.frames().get(31));
    assertEquals(0.6, clip.seconds(), 1e-9);
    assertArrayEquals(new int[] {64, 3, 384, 384}, prep.apply(clip.frames()).shape());
  }

  @Test
  void oneFrameIsEnough() throws IOException {
    Path file = writer("mpeg4", 25, 0).write(folder.resolve("one.mp4"), 1);
    VideoFrames clip = sample(file, new FrameSampling(4, true));
    assertEquals(1, clip.frameCount());
    assertArrayEquals(new int[4], clip.indices());
  }

  @Test
  void decodingTwiceGivesTheSameBytes() throws IOException {
    Path file = writer("libvpx-vp9", 10, 0).write(folder.resolve("same.webm"), 20);
    assertEquals(
        sample(file, new FrameSampling(5, true)).frames(),
        sample(file, new FrameSampling(5, true)).frames());
  }

  private static VideoFrames sample(Path file, FrameSampling sampling) throws IOException {
    return VideoDecoder.sample(
        file.toString(), file, sampling, UnaryOperator.identity(), MediaLimits.DEFAULT);
  }

  static ClipWriter writer(String encoder, int fps, int bFrames) {
    int format = encoder.equals("mjpeg") ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
    return new ClipWriter(encoder, format, fps, bFrames);
  }
}
