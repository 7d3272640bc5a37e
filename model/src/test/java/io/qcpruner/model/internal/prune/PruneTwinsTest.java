package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.LayerPass;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.internal.prune.PruneCase.Kind;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.PruneStep;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pruned runs against slow ways to get the same numbers. */
final class PruneTwinsTest {
  private static final Budget HALF = new Budget.Ratio(0.5);
  private static final float TOLERANCE = 1e-4f;

  static List<PruneCase> cases() throws IOException {
    return PruneCase.all();
  }

  /** Cached steps equal a prefill of the longer prompt under the same plans. */
  @ParameterizedTest
  @MethodSource("cases")
  void cachedEqualsUncached(PruneCase c) {
    cachedEqualsUncached(c, c.prunerOfThePrompt());
  }

  /** Two stages: merged rows that are merged again. */
  @Test
  void cachedEqualsUncachedBehindAMergeInsideTheDecoder() throws IOException {
    for (Kind kind : List.of(Kind.LLAVA_VIDEO, Kind.QWEN2_5_VL)) {
      PruneCase c = PruneCase.of(kind, "holitom");
      cachedEqualsUncached(
          c, c.pruner(MethodSpec.parse("holitom:tau=0.1,inner-share=0.4,inner-layer=1")));
    }
  }

  private static void cachedEqualsUncached(PruneCase c, Pruner pruner) {
    PruneRun cached = PruneRun.of(c, pruner, HALF, 3);
    for (int added = 1; added <= 3; added++) {
      int[] more = cached.tokens.subList(0, added).stream().mapToInt(Integer::intValue).toArray();
      assertArrayEquals(
          cached.logits.get(added),
          uncached(c, pruner, cached.steps, more),
          TOLERANCE,
          "token " + added);
    }
  }

  private static float[] uncached(PruneCase c, Pruner pruner, List<PruneStep> steps, int[] more) {
    Backbone backbone = c.backbone();
    return Scopes.compute(
        () -> {
          try (DecodeState state = new DecodeState(backbone.decoder());
              Workspace workspace = new Workspace(backbone.decoder().placement())) {
            VisionOutput seen = PruneRun.encode(c, pruner, HALF, workspace);
            VisualRows rows = rows(backbone, seen, steps.get(0), workspace);
            int[] ids = c.prompt().ids();
            int[] longer = Arrays.copyOf(ids, ids.length + more.length);
            System.arraycopy(more, 0, longer, ids.length, more.length);
            DecoderInput input = backbone.assemble(PromptIds.raw(longer), List.of(rows));
            try (Prefill prefill =
                new Prefill(
                    backbone.decoder(), state, input, List.of(new Replay(steps, more.length)))) {
              return Tensors.toFloats(prefill.run().lastLogits());
            }
          }
        });
  }

  private static VisualRows rows(
      Backbone backbone, VisionOutput seen, PruneStep first, Workspace workspace) {
    PrunePlan plan = first.result().plan();
    if (first.stage() instanceof Stage.AfterVision) {
      return backbone.rows(seen, plan, workspace);
    }
    return first.stage() instanceof Stage.AfterProjector
        ? backbone.projectedRows(seen, plan, workspace)
        : backbone.rows(seen, workspace);
  }

  /** Dropping rows equals hiding them as keys, because positions are kept. */
  @Test
  void droppedEqualsMasked() throws IOException {
    int compared = 0;
    for (PruneCase c : cases()) {
      PruneRun run = PruneRun.of(c, c.pruner(), HALF, 0);
      PruneStep step = run.steps.get(0);
      PrunePlan plan = step.result().plan();
      if (run.steps.size() == 1
          && step.stage() instanceof Stage.AfterLayer after
          && plan.positions() == PositionPolicy.KEEP
          && plan.rows().isSelection()) {
        float[] masked = masked(c, after.layer(), plan.rows().sources());
        assertArrayEquals(masked, run.logits.get(0), TOLERANCE, c.toString());
        compared++;
      }
    }
    assertFalse(compared < 12, "QCPruner, FastV and DART on four backbones, not " + compared);
  }

  private static float[] masked(PruneCase c, int layer, int[] kept) {
    return Scopes.compute(
        () -> {
          Decoder decoder = c.backbone().decoder();
          Workspace workspace = new Workspace(decoder.placement());
          VisualRows rows =
              c.backbone().rows(c.backbone().encode(c.visual(), false, workspace), workspace);
          DecoderInput input = c.backbone().assemble(c.prompt(), List.of(rows));
          RotaryTable rotary = decoder.rotary().at(input.positions());
          Tensor h = input.embeds();
          int n = input.rows();
          int[] all = new int[n];
          Arrays.setAll(all, i -> i);
          for (int l = 0; l < decoder.config().layers(); l++) {
            AttentionMask mask = mask(n, l <= layer ? all : kept, workspace);
            h = decoder.layer(l, h, new LayerPass(rotary, mask, null, null, workspace));
          }
          return Tensors.toFloats(decoder.logits(h.narrow(1, n - 1, 1), workspace).flatten());
        });
  }

  private static AttentionMask mask(int n, int[] visible, Workspace workspace) {
    float[] seen = new float[n * n];
    for (int i = 0; i < n; i++) {
      seen[i * n + i] = 1; // a dropped row may see itself; nobody sees it
      for (int j : visible) {
        seen[i * n + j] = j <= i ? 1 : 0;
      }
    }
    Tensor mask = Tensors.ofFloats(seen, workspace.placement(), 1, 1, n, n);
    return new AttentionMask.Custom(mask.gt(new Scalar(0.5)));
  }
}
