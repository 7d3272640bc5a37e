package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Specification of the pre-decoder baselines, section 5. */
class MmTokTest extends ClipTileContract {

  private static final Stage STAGE = new Stage.AfterVision();

  @Override
  protected Pruner method() {
    return new MmTok(new MmTok.Parameters(AdditiveCoverage.LLAVA, true, QuestionWords.LLAVA));
  }

  private static ArraySignals.Builder example(VisionLayout vision) {
    return ArraySignals.of(vision)
        .with(Signal.PROJECTED, Rows.matrix(CdPrunerTest.PROJECTED))
        .with(Signal.TOWER_STATES, Rows.matrix("[9,9] [1,0] [2,1] [0,1] [3,1] [1,1] [-1,2]"))
        .with(Signal.QUESTION_EMBEDDING, Rows.matrix("[0,1,3] [1,3,0]"));
  }

  @Test
  void workedExample() {
    PruneResult result =
        method().plan(STAGE, example(VisionLayout.single(2, 3, true)).build(), new Budget.Total(3));
    assertArrayEquals(new int[] {1, 2, 5}, result.trace().order());
    assertArrayEquals(Rows.row(".587285 .570340 .020925"), result.trace().gains(), 1e-5f);
    assertEquals(1.178549, result.trace().objective().orElseThrow(), 1e-5);
  }

  @Test
  void paddingIsNotPicked() {
    // six columns of one row: a 2 x 6 picture shows only columns 2 and 3
    VisionLayout columns =
        VisionLayout.single(1, 6, true).withPicture(new VisionLayout.Picture(2, 6, 14, true));
    PruneResult result = method().plan(STAGE, example(columns).build(), new Budget.Total(2));
    assertArrayEquals(new int[] {2, 3}, result.trace().kept());
    PruneResult three = method().plan(STAGE, example(columns).build(), new Budget.Total(3));
    assertArrayEquals(new int[] {1, 2, 5}, three.trace().order());
    assertTrue(three.trace().summary().contains("none is excluded"));
  }

  @Test
  void barsOfRealPictures() {
    assertArrayEquals(IntStream.range(72, 504).toArray(), PaddingBars.visible(clip(640, 480)));
    assertArrayEquals(
        IntStream.range(0, 576).filter(p -> p % 24 >= 4 && p % 24 < 20).toArray(),
        PaddingBars.visible(clip(427, 640)));
    assertEquals(576, PaddingBars.visible(clip(300, 300)).length);
  }

  private static VisionLayout clip(int width, int height) {
    return VisionLayout.single(24, 24, true)
        .withPicture(new VisionLayout.Picture(width, height, 14, true));
  }

  @Test
  void excludedTokenChangesThePicks() {
    Matrix targets =
        AdditiveCoverage.LLAVA.targets(
            io.qcpruner.core.linalg.Kernels.cosine(
                Rows.matrix("[0,1,3] [1,3,0]"), Rows.matrix(CdPrunerTest.PROJECTED)),
            io.qcpruner.core.linalg.Kernels.cosine(
                Rows.matrix("[1,0] [2,1] [0,1] [3,1] [1,1] [-1,2]")));
    assertArrayEquals(
        new int[] {1, 5, 0},
        AdditiveCoverage.LLAVA.select(targets, new int[] {0, 1, 3, 4, 5}, 3).order());
  }

  @Test
  void questionsLoseFormatAndStopWords() {
    assertEquals(
        List.of("color", "bus", "on", "left"),
        method()
            .questionWords(
                "What color is the bus on the left?\n"
                    + "Answer the question using a single word or phrase."));
    assertEquals(List.of("What", "is", "it?"), method().questionWords("What is it?"));
    assertEquals(
        List.of("see", "this", "image"),
        QuestionWords.LLAVA.of("<image>\n").stream().filter(w -> !w.equals("in")).toList());
    assertEquals(
        List.of("Question:", "What", "is", "it?"), QuestionWords.QWEN.of("<image> What is it?"));
  }

  @Test
  void clipTextLosesOnlyTheFormatSentence() {
    assertEquals(
        "What color is the bus?",
        QuestionWords.withoutFormatSentence(
            "What color is the bus?\nAnswer the question using a single word or phrase."));
  }

  @Test
  void tilesAreNeverExcluded(Random random) {
    VisionLayout vision =
        VisionLayout.anyRes(5, 4, true, 1, 2)
            .withPicture(new VisionLayout.Picture(10, 1000, 14, true));
    PruneResult result =
        method().plan(STAGE, SignalDraw.of(vision, random), new Budget.PerGroup(6));
    assertEquals(18, result.trace().counts().patch());
    assertTrue(result.trace().notes().isEmpty());
  }
}
