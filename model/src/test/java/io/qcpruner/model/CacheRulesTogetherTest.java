package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods that act on caches, with whole and rounded ones, in requests that share steps. */
@Timeout(180)
final class CacheRulesTogetherTest {
  private static final int REQUESTS = 6;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "VIDEO, STORED, 'dycoke:cache-layer=1,cache-drop=', 0.5, 0",
    "VIDEO, INT8, 'dycoke:cache-layer=1,cache-drop=', 0.5, 0",
    "VIDEO, STORED, 'prunevid:cluster-above=0,question-share=0.7,trim-caches=', true, false",
    "VIDEO, INT8, 'prunevid:cluster-above=0,question-share=0.7,trim-caches=', true, false",
    "LLAVA, STORED, 'mustdrop:global-threshold=0.0625,individual-threshold=0.5,trim-caches=', true, false",
    "LLAVA, INT8, 'mustdrop:global-threshold=0.0625,individual-threshold=0.5,trim-caches=', true, false"
  })
  void togetherAsAlone(TinyModel which, WeightKind weights, String method, String on, String off)
      throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
    try (VisionLanguageModel model =
            VisionLanguageModel.open(
                ModelFolders.of(TinyFolder.write(which, folder)), Placement.cpu(), weights);
        EncodedVisual visual =
            which == TinyModel.VIDEO ? model.encode(clip()) : model.encode(noise(1))) {
      List<String> alone =
          IntStream.range(0, REQUESTS)
              .mapToObj(i -> answer(model, visual, method + on, i))
              .toList();
      List<String> without =
          IntStream.range(0, REQUESTS)
              .mapToObj(i -> answer(model, visual, method + off, i))
              .toList();
      assertNotEquals(without, alone, "what happens to the caches should show");
      List<CompletableFuture<String>> together =
          IntStream.range(0, REQUESTS)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> answer(model, visual, method + on, i), threads))
              .toList();
      assertEquals(alone, together.stream().map(CompletableFuture::join).toList());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every request has its own question, length and random numbers. */
  private static String answer(
      VisionLanguageModel model, EncodedVisual visual, String method, int number) {
    Ask ask =
        Ask.of("What is it" + "?".repeat(number + 1))
            .withMethod(method + "@0.5")
            .withMaxNewTokens(5 + number)
            .with(new SamplingSettings(1.5, 1, 0, 1, number));
    return Arrays.toString(model.ask(visual, ask).generation().ids());
  }

  private static RgbImage noise(int seed) {
    byte[] rgb = new byte[3 * 70 * 90];
    new Random(seed).nextBytes(rgb);
    return new RgbImage(90, 70, rgb);
  }

  private static VideoFrames clip() {
    return new VideoFrames(
        List.of(noise(1), noise(2), noise(3), noise(4)), new int[] {0, 1, 2, 3}, 4, 1);
  }
}
