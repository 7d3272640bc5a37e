package io.qcpruner.media.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Truncated, lying and hostile clips end in a MediaException, and never in the native library. */
@ExtendWith(Seeded.class)
class BrokenVideoTest {

  private static final FrameSampling FOUR = new FrameSampling(4, true);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"a.mp4, mpeg4", "a.webm, libvpx", "a.mkv, mpeg4", "a.avi, mjpeg"})
  void everyTruncationIsRefused(String name, String encoder) throws IOException {
    byte[] data = clip(name, encoder);
    for (int length = 0; length < data.length; length += 1 + data.length / 11) {
      Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(data, length));
      MediaException e = assertThrows(MediaException.class, () -> sample(cut, MediaLimits.DEFAULT));
      assertEquals("clip", e.source());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a.mp4, mpeg4",
    "a.mp4, libopenh264",
    "a.webm, libvpx",
    "a.webm, libvpx-vp9",
    "a.mkv, ffv1",
    "a.avi, mjpeg"
  })
  void damagedBytesNeverEscapeAsAnythingElse(String name, String encoder, Random random)
      throws IOException {
    byte[] data = clip(name, encoder);
    MediaLimits limits = MediaLimits.DEFAULT.withFramePixels(100_000, 1_000_000);
    for (int round = 0; round < 25; round++) {
      byte[] damaged = data.clone();
      for (int i = random.nextInt(6); i >= 0; i--) {
        damaged[random.nextInt(data.length)] = (byte) random.nextInt(256);
      }
      Path file = Files.write(folder.resolve("damaged"), damaged);
      try {
        assertEquals(4, sample(file, limits).frames().size());
      } catch (MediaException e) {
        assertEquals("clip", e.source());
      }
    }
  }

  @Test
  void otherFilesAreNamedAsSuch() throws IOException {
    assertProblem("not an MP4, WebM, Matroska or AVI video", new byte[0]);
    assertProblem("not an MP4, WebM, Matroska or AVI video", "#EXTM3U\nfile:secret".getBytes());
    assertProblem("not an MP4, WebM, Matroska or AVI video", new byte[1000]);
    assertProblem("MP4 without an index (moov)", "\0\0\0\010ftyp\0\0\0\010free".getBytes());
    assertProblem(
        "truncated: box ftyp at offset 0 needs 4096 bytes, 12 are left",
        new byte[] {0, 0, 0x10, 0, 'f', 't', 'y', 'p', 0, 0, 0, 0});
    assertProblem(
        "truncated: RIFF at offset 0 needs 264 bytes, 12 are left",
        new byte[] {'R', 'I', 'F', 'F', 0, 1, 0, 0, 'A', 'V', 'I', ' '});
  }

  @Test
  void limitsAreKept() throws IOException {
    Path file = Files.write(folder.resolve("c.mp4"), clip("b.mp4", "mpeg4"));
    MediaLimits limits = MediaLimits.DEFAULT;
    // MPEG-4 states the size in its frames, VP8 in the container
    Path webm = Files.write(folder.resolve("c.webm"), clip("b.webm", "libvpx"));
    assertRefused(file, "frames of 64x48 are over 3071 pixels", limits.withFramePixels(3071, 9999));
    assertRefused(webm, "frames of 64x48 are over 3071 pixels", limits.withFramePixels(3071, 9999));
    assertRefused(
        file, "video of more than 11 frames", limits.withVideo(11, Duration.ofHours(1), 4));
    assertRefused(
        file, "video of 2 seconds is over 1", limits.withVideo(99, Duration.ofSeconds(1), 4));
    assertRefused(
        file,
        "the sampled frames have more than 12287 pixels",
        limits.withFramePixels(9999, 12287));
    assertRefused(
        file, "file of " + Files.size(file) + " bytes is over 99", limits.withBytes(9, 99, 9));
    assertRefused(
        file,
        "decoding takes longer than 0 s",
        limits.withTimes(Duration.ofNanos(1), Duration.ofSeconds(1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> sample(file, limits.withVideo(99, Duration.ofHours(1), 3)));
    assertEquals(
        4,
        sample(file, limits.withVideo(12, Duration.ofSeconds(3), 4).withFramePixels(3072, 12288))
            .frames()
            .size());
  }

  private void assertRefused(Path file, String problem, MediaLimits limits) {
    MediaException e = assertThrows(MediaException.class, () -> sample(file, limits));
    assertEquals(problem, e.problem());
  }

  private void assertProblem(String problem, byte[] data) throws IOException {
    Path file = Files.write(folder.resolve("other"), data);
    MediaException e = assertThrows(MediaException.class, () -> sample(file, MediaLimits.DEFAULT));
    assertEquals(problem, e.problem());
    assertTrue(e.getMessage().startsWith("clip: "));
  }

  private byte[] clip(String name, String encoder) throws IOException {
    return Files.readAllBytes(
        VideoDecoderTest.writer(encoder, 5, 0).write(folder.resolve(name), 12));
  }

  private static VideoFrames sample(Path file, MediaLimits limits) throws IOException {
    return VideoDecoder.sample("clip", file, FOUR, UnaryOperator.identity(), limits);
  }
}
