package io.qcpruner.media.video;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.reader.MediaReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameFolderTest {

  @TempDir Path folder;

  @Test
  void framesAreSortedByNameAndThreeASecond() throws IOException {
    // written in another order than they are named
    for (int i : new int[] {3, 1, 4, 0, 2, 5, 6}) {
      draw(i);
    }
    Files.writeString(folder.resolve("notes.txt"), "not a frame");
    Files.writeString(folder.resolve(".hidden.png"), "not a frame");
    VideoFrames clip = sample(MediaLimits.DEFAULT, new FrameSampling(3, true));
    assertArrayEquals(new int[] {0, 3, 6}, clip.indices());
    assertEquals(30, clip.frames().get(1).sample(0, 0, 0));
    assertEquals(60, clip.frames().get(2).sample(0, 0, 0));
    assertEquals(7, clip.frameCount());
    assertEquals(7 / 3.0, clip.seconds());
    VideoFrames perSecond = sample(MediaLimits.DEFAULT, new FrameSampling(64, false));
    assertArrayEquals(new int[] {0, 3, 6}, perSecond.indices());
  }

  @Test
  void emptyLargeAndBrokenFoldersAreRefused() throws IOException {
    FrameSampling two = new FrameSampling(2, true);
    assertProblem("folder without pictures", MediaLimits.DEFAULT, two);
    draw(0);
    draw(1);
    assertProblem(
        "folder of more than 1 frames",
        MediaLimits.DEFAULT.withVideo(1, Duration.ofSeconds(9), 9),
        two);
    Files.writeString(folder.resolve("2.png"), "text");
    assertProblem("not a PNG, JPEG, WebP, GIF or BMP image", MediaLimits.DEFAULT, two);
  }

  private void assertProblem(String problem, MediaLimits limits, FrameSampling sampling) {
    MediaException e = assertThrows(MediaException.class, () -> sample(limits, sampling));
    assertEquals(problem, e.problem());
  }

  private VideoFrames sample(MediaLimits limits, FrameSampling sampling) throws IOException {
    return new MediaReader(limits)
        .video(new MediaSource.File(folder), sampling, UnaryOperator.identity(), AlphaPolicy.DROP);
  }

  private void draw(int i) throws IOException {
    BufferedImage image = new BufferedImage(4, 3, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, 0x010000 * 10 * i);
    ImageIO.write(image, "png", folder.resolve(i + ".PNG").toFile());
  }
}
