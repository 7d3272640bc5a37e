package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Dropping rows after a layer against a reference that hides them from later layers. */
class PruningParityTest {
  private final Visual still = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
  private final PromptIds qwenPrompt = PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17);
  private final Visual patches = TinyBackbones.patches("tiny-qwen", 1, 8, 10, 0);

  /** Every second candidate goes after layer 1. */
  private static PrunePlan everySecond(Boundary b, PositionPolicy policy) {
    if (b.layer() != 1) {
      return null;
    }
    int[] candidates = b.layout().candidates();
    Set<Integer> dropped =
        java.util.stream.IntStream.range(0, candidates.length)
            .filter(i -> i % 2 == 1)
            .mapToObj(i -> candidates[i])
            .collect(Collectors.toSet());
    PlanBuilder plan = new PlanBuilder();
    for (int r = 0; r < b.layout().size(); r++) {
      if (!dropped.contains(r)) {
        plan.keep(b.layout().kinds()[r], r);
      }
    }
    return plan.build(policy);
  }

  static PrunePlan keepPositions(Boundary b) {
    return everySecond(b, PositionPolicy.KEEP);
  }

  @Test
  void llava15EqualsTheMaskedReferenceOverFiveSteps() throws WeightsException {
    Run run =
        new Run(TinyBackbones.llava15())
            .run(Run.prompt(95), List.of(still), 6, PruningParityTest::keepPositions)
            .assertGreedy(Golden.of("tiny-llava"), "pruned");
    assertArrayEquals(new long[] {23, 23, 15, 15}, run.cacheLengths());
  }

  @Test
  void llavaNextEqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.llavaNext())
        .run(
            Run.prompt(95),
            List.of(TinyBackbones.tiled(100, 75)),
            6,
            PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-llava-next-100x75"), "pruned");
  }

  @Test
  void qwenEqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.qwen())
        .run(qwenPrompt, List.of(patches), 6, PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-qwen"), "pruned");
  }

  @Test
  void qwen2EqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.qwen2())
        .run(qwenPrompt, List.of(patches), 6, PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-qwen2"), "pruned");
  }

  @Test
  void qwen3EqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.qwen3())
        .run(
            qwenPrompt,
            List.of(TinyBackbones.patches("tiny-qwen", 1, 8, 10, 1536, 0)),
            6,
            PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-qwen3"), "pruned");
  }

  @Test
  void smolVlmEqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.of(TinyModel.SMOLVLM))
        .run(
            TiledPrompt.of(1, 7).tiles(2, 2).text(11, 17, 19).ids(),
            List.of(TinyBackbones.squares("tiny-smolvlm", 50, 2, 2)),
            6,
            PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-smolvlm"), "pruned");
  }

  @Test
  void internVlEqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.of(TinyModel.INTERNVL))
        .run(
            PromptIds.raw(1, 7, 80, 95, 81, 11, 17, 19),
            List.of(TinyBackbones.squares("tiny-internvl", 48, 2, 2)),
            6,
            PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-internvl"), "pruned");
  }

  @Test
  void keepingEverythingChangesNoBit() throws WeightsException {
    Function<Boundary, PrunePlan> all = b -> PrunePlan.unchanged(b.layout(), PositionPolicy.KEEP);
    Function<Boundary, PrunePlan> allByIndex =
        b -> {
          PlanBuilder plan = new PlanBuilder();
          for (int r = 0; r < b.layout().size(); r++) {
            plan.keep(b.layout().kinds()[r], r);
          }
          return plan.build(PositionPolicy.KEEP);
        };
    Backbone backbone = TinyBackbones.llava15();
    float[] plain = new Run(backbone).run(Run.prompt(95), List.of(still), 5).stepLogits();
    for (Function<Boundary, PrunePlan> hook : List.of(all, allByIndex)) {
      assertArrayEquals(
          plain, new Run(backbone).run(Run.prompt(95), List.of(still), 5, hook).stepLogits());
    }
  }

  /** Naive twin: the shortened embeddings entered as a prompt of their own. */
  @Test
  void compactingBeforeTheDecoderEqualsAShorterPrompt() throws WeightsException {
    Backbone backbone = TinyBackbones.llava15();
    Function<Boundary, PrunePlan> dropPictures =
        b -> {
          if (b.layer() != -1) {
            return null;
          }
          PlanBuilder plan = new PlanBuilder();
          for (int r : b.layout().textRows()) {
            plan.keep(TokenKind.TEXT, r);
          }
          return plan.build(PositionPolicy.COMPACT);
        };
    Run pruned = new Run(backbone).run(Run.prompt(95), List.of(still), 5, dropPictures);
    Run text = new Run(backbone).run(PromptIds.raw(1, 7, 9, 11, 13, 17, 19), List.of(), 5);
    assertArrayEquals(text.stepLogits(), pruned.stepLogits(), 1e-6f);
    assertArrayEquals(new long[] {7, 7, 7, 7}, pruned.cacheLengths());
  }

  @Test
  void compactingInTheMiddleDiffersFromKeeping() throws WeightsException {
    Backbone backbone = TinyBackbones.llava15();
    Run kept =
        new Run(backbone).run(Run.prompt(95), List.of(still), 3, PruningParityTest::keepPositions);
    Run compact =
        new Run(backbone)
            .run(Run.prompt(95), List.of(still), 3, b -> everySecond(b, PositionPolicy.COMPACT));
    assertFalse(Arrays.equals(kept.stepLogits(), compact.stepLogits()));
  }

  @Test
  void mergedRowsAreWeightedSums() throws WeightsException {
    AtomicReference<float[]> hidden = new AtomicReference<>();
    Function<Boundary, PrunePlan> merge =
        b -> {
          if (b.layer() == 0) {
            hidden.set(Tensors.toFloats(b.hidden()));
            return new PlanBuilder()
                .keep(TokenKind.TEXT, 0)
                .mix(TokenKind.MERGED, new int[] {5, 3, 4}, new float[] {0.5f, 0.25f, 2f})
                .keep(TokenKind.TEXT, 22)
                .build(PositionPolicy.KEEP);
          }
          return null;
        };
    Run run = new Run(TinyBackbones.llava15()).run(Run.prompt(95), List.of(still), 2, merge);
    assertArrayEquals(new long[] {23, 3, 3, 3}, run.cacheLengths());
    assertEquals(23 * 32, hidden.get().length);
  }
}
