package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Many answers of mixed methods, media and sizes in one process: nothing grows. */
@ExtendWith(Seeded.class)
class SoakAnswersTest {

  /** 2000 with {@code -Danswers=2000}: docs/reliability.md. */
  private static final int ANSWERS = Integer.getInteger("answers", 60);

  private static final List<String> METHODS =
      List.of("qcpruner", "qcpruner-early", "fastv", "sparsevlm", "visionzip", "dart", "divprune");

  private static final List<String> CLIP_METHODS = List.of("qcpruner", "fastv", "dart", "divprune");

  @TempDir Path folder;

  /** What a process holds. */
  private record Held(long residentBytes, int threads, long files) {
    static Held now() throws IOException {
      System.gc();
      long files;
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        files = open.count();
      }
      int threads = ManagementFactory.getThreadMXBean().getThreadCount();
      return new Held(Pointer.physicalBytes(), threads, files);
    }
  }

  @Test
  void memoryThreadsAndFilesStayLevel(Random random) throws IOException {
    Path still = Files.createDirectory(folder.resolve("still"));
    Path video = Files.createDirectory(folder.resolve("video"));
    try (VisionLanguageModel pictures =
            VisionLanguageModel.open(TinyFolder.write(TinyModel.NEXT, still));
        VisionLanguageModel clips =
            VisionLanguageModel.open(TinyFolder.write(TinyModel.VIDEO, video))) {
      Held warm = null;
      for (int i = 0; i < ANSWERS; i++) {
        boolean clip = random.nextInt(4) == 0;
        answer(clip ? clips : pictures, clip, random);
        if (i == ANSWERS / 3) {
          warm = Held.now();
        }
      }
      Held end = Held.now();
      System.out.printf("%d answers: after a third %s, at the end %s%n", ANSWERS, warm, end);
      // a jar that is opened late is not a leak; one file per answer would be
      assertTrue(end.threads <= warm.threads + 2, end + " after " + warm);
      assertTrue(end.files <= warm.files + 5, end + " after " + warm);
      long growth = end.residentBytes - warm.residentBytes;
      assertTrue(growth < 200L << 20, growth + " bytes more");
    }
  }

  private static void answer(VisionLanguageModel model, boolean clip, Random random)
      throws IOException {
    RgbImage image = noise(random);
    try (EncodedVisual seen =
        clip
            ? model.encode(new VideoFrames(List.of(image, image), new int[] {0, 1}, 2, 1))
            : model.encode(image)) {
      Ask ask = Ask.of("What color is the bus?").withMaxNewTokens(1 + random.nextInt(4));
      if (random.nextInt(4) > 0) {
        List<String> methods = clip ? CLIP_METHODS : METHODS;
        String method = methods.get(random.nextInt(methods.size()));
        ask = ask.with(MethodSpec.of(method, new Budget.Ratio(0.5)));
      }
      assertTrue(model.ask(seen, ask).visualTokens() > 0);
    }
  }

  private static RgbImage noise(Random random) {
    int width = 20 + random.nextInt(150);
    int height = 20 + random.nextInt(150);
    byte[] rgb = new byte[3 * width * height];
    random.nextBytes(rgb);
    return new RgbImage(width, height, rgb);
  }
}
