package io.qcpruner.media;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MediaSourceTest {

  private final MediaReader reader = new MediaReader(MediaLimits.DEFAULT);

  @TempDir Path folder;

  @Test
  void tellsPathsFromAddresses() throws MediaException {
    assertInstanceOf(MediaSource.Address.class, MediaSource.parse("HTTPS://example.org/a.png"));
    assertInstanceOf(MediaSource.File.class, MediaSource.parse("pictures/http.png"));
    assertEquals("a b.png", MediaSource.parse("a b.png").name());
    assertThrows(MediaException.class, () -> MediaSource.parse("http://a b"));
    assertThrows(MediaException.class, () -> MediaSource.parse("a\0b"));
  }

  @Test
  void readsBase64Addresses() throws Exception {
    byte[] png = Goldens.bytes("decode/rgb.png");
    String text = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
    MediaSource.Bytes source = (MediaSource.Bytes) MediaSource.parse(text);
    assertArrayEquals(png, source.data());
    assertEquals("data:image/png;base64", source.name());
    assertEquals(41, reader.image(source, AlphaPolicy.DROP).width());
    assertThrows(MediaException.class, () -> MediaSource.parse("data:image/png,abc"));
    assertThrows(MediaException.class, () -> MediaSource.parse("data:image/png;base64,a"));
  }

  /** A regular file whose reading fails, as on a failing disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void anUnreadableFileIsNamed() throws Exception {
    MediaSource memory = MediaSource.parse("/proc/self/mem");
    String message =
        assertThrows(MediaException.class, () -> reader.image(memory, AlphaPolicy.DROP))
            .getMessage();
    assertTrue(message.startsWith("/proc/self/mem: can't be read: "), message);
  }

  @Test
  void bytesFilesAndBothKindsGiveTheSamePixels() throws Exception {
    byte[] png = Goldens.bytes("decode/rgb.png");
    Path file = Files.write(folder.resolve("a.jpg"), png);
    assertEquals(
        reader.image(new MediaSource.Bytes("a", png), AlphaPolicy.DROP),
        reader.image(new MediaSource.File(file), AlphaPolicy.DROP));
  }

  @Test
  void missingFilesAndFoldersAreNamed() {
    assertProblem("no such file", folder.resolve("none.png"));
    assertProblem("not a file", folder);
    MediaException e =
        assertThrows(
            MediaException.class,
            () ->
                reader.video(
                    new MediaSource.File(folder.resolve("none.mp4")),
                    FrameSampling.PAPER,
                    UnaryOperator.identity(),
                    AlphaPolicy.DROP));
    assertEquals("no such file", e.problem());
  }

  private void assertProblem(String problem, Path path) {
    MediaException e =
        assertThrows(
            MediaException.class, () -> reader.image(new MediaSource.File(path), AlphaPolicy.DROP));
    assertEquals(problem, e.problem());
    assertEquals(path.toString(), e.source());
  }

  @Test
  void limitsAreChecked() {
    MediaLimits limits = MediaLimits.DEFAULT;
    assertThrows(IllegalArgumentException.class, () -> limits.withImagePixels(0));
    assertThrows(IllegalArgumentException.class, () -> limits.withBytes(1L << 40, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> limits.withVideo(1, Duration.ZERO, 1));
    assertEquals(limits, limits.withPrivateAddresses(true).withPrivateAddresses(false));
  }
}
