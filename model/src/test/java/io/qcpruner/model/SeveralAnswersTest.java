package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several answers to one run of a prompt are those of runs of their own. */
final class SeveralAnswersTest {
  private static final SamplingSettings HOT = new SamplingSettings(1.5, 1, 0, 1, 0);
  private static final int ANSWERS = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "LLAVA, full, false",
    "LLAVA, qcpruner:layer=1@8, false",
    "QWEN, visionzip@4, false",
    "VIDEO, 'dycoke:cache-drop=0.5,cache-layer=1@0.8', true",
  })
  void equalSingleRuns(TinyModel which, String method, boolean clip) throws IOException {
    try (VisionLanguageModel model = VisionLanguageModel.open(TinyFolder.write(which, folder));
        EncodedVisual visual = clip ? model.encode(clip()) : model.encode(noise(1))) {
      Ask ask = Ask.of("What is it?").withMethod(method).withMaxNewTokens(6).with(HOT);
      List<String> expected = new ArrayList<>();
      for (int seed = 0; seed < ANSWERS; seed++) {
        Reply reply = model.ask(visual, ask.with(HOT.withSeed(seed)));
        expected.add(List.of(ids(reply)) + reply.text());
      }
      List<AnswerVariant> variants = new ArrayList<>();
      for (int seed = 0; seed < ANSWERS; seed++) {
        variants.add(new AnswerVariant(HOT.withSeed(seed), piece -> {}, score -> {}));
      }
      List<Reply> replies = model.ask(List.of(visual), ask, variants, PipelineObserver.NONE);
      assertEquals(expected, replies.stream().map(r -> List.of(ids(r)) + r.text()).toList());
      assertTrue(new HashSet<>(expected).size() > 1, expected.toString());
    }
  }

  /** What one answer's listener throws ends all of them. */
  @Test
  void failureOfOneIsToldAndEndsTheOthers() throws IOException {
    RuntimeException own = new IllegalStateException("gone");
    try (VisionLanguageModel model =
            VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder));
        EncodedVisual visual = model.encode(noise(2))) {
      Ask ask = Ask.of("What is it?").withMaxNewTokens(2000).with(HOT);
      AnswerVariant fails =
          new AnswerVariant(
              HOT.withSeed(1),
              piece -> {
                throw own;
              },
              score -> {});
      AnswerVariant works = new AnswerVariant(HOT.withSeed(2), piece -> {}, score -> {});
      for (List<AnswerVariant> variants : List.of(List.of(fails, works), List.of(works, fails))) {
        RuntimeException told =
            assertThrows(
                RuntimeException.class,
                () -> model.ask(List.of(visual), ask, variants, PipelineObserver.NONE));
        assertSame(own, told);
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> model.ask(List.of(visual), ask, List.of(), PipelineObserver.NONE));
    }
  }

  private static List<Integer> ids(Reply reply) {
    return java.util.Arrays.stream(reply.generation().ids()).boxed().toList();
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
