package io.qcpruner.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.qcpruner.media.internal.image.ImageDecoder;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoDecoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Any bytes give pixels or a MediaException. A normal run replays the stored inputs; to look for
 * new ones: {@code JAZZER_FUZZ=1 mvn test -pl media -am -Dtest=DecoderFuzzTest#png
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class DecoderFuzzTest {

  private static final MediaLimits SMALL =
      MediaLimits.DEFAULT.withImagePixels(200_000).withFramePixels(200_000, 1_000_000);

  @FuzzTest(maxDuration = "3m")
  void png(byte[] data) {
    image(data);
  }

  @FuzzTest(maxDuration = "3m")
  void jpeg(byte[] data) {
    image(data);
  }

  @FuzzTest(maxDuration = "3m")
  void gif(byte[] data) {
    image(data);
  }

  @FuzzTest(maxDuration = "3m")
  void bmp(byte[] data) {
    image(data);
  }

  @FuzzTest(maxDuration = "3m")
  void webp(byte[] data) {
    image(data);
  }

  /** The formats differ in what their targets start from. */
  private static void image(byte[] data) {
    try {
      RgbImage image = ImageDecoder.decode("fuzz", data, AlphaPolicy.OVER_WHITE, SMALL);
      assertEquals(3 * image.width() * image.height(), image.rgb().length);
    } catch (MediaException e) {
      assertEquals("fuzz", e.source());
    }
  }

  @FuzzTest(maxDuration = "3m")
  void videos(byte[] data) throws IOException {
    Path file = Files.createTempFile("fuzz", ".video");
    try {
      Files.write(file, data);
      FrameSampling two = new FrameSampling(2, true);
      VideoDecoder.sample("fuzz", file, two, UnaryOperator.identity(), SMALL);
    } catch (MediaException e) {
      assertEquals("fuzz", e.source());
    } finally {
      Files.delete(file);
    }
  }
}
