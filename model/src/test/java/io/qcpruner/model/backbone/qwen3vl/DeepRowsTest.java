package io.qcpruner.model.backbone.qwen3vl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** What is added inside the decoder goes the way of the rows that it is added to. */
class DeepRowsTest {
  private static final PromptIds PROMPT = PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17);
  private static final Visual PICTURE = TinyBackbones.patches("tiny-qwen", 1, 8, 10, 1536, 0);

  /** Rows 3 and 6 are merged, row 4 goes; the twin does the same to the inputs by hand. */
  @Test
  void aPlanBeforeTheDecoderIsAppliedToAllOfThem() throws Exception {
    Backbone backbone = TinyBackbones.qwen3();
    float[] pruned = logits(backbone, input -> input, DeepRowsTest::plan);
    float[] twin = logits(backbone, DeepRowsTest::byHand, boundary -> null);
    assertArrayEquals(twin, pruned, 1e-5f);
    float[] withoutDeep =
        logits(backbone, input -> withDeep(byHand(input), List.of()), boundary -> null);
    assertFalse(Arrays.equals(twin, withoutDeep), "what is added matters");
  }

  private static PrunePlan plan(Boundary boundary) {
    if (boundary.layer() != -1) {
      return null;
    }
    PlanBuilder plan = new PlanBuilder();
    TokenKind[] kinds = boundary.layout().kinds();
    for (int r = 0; r < kinds.length; r++) {
      if (r == 3) {
        plan.mix(TokenKind.MERGED, new int[] {3, 6}, new float[] {0.25f, 0.75f});
      } else if (r != 4 && r != 6) {
        plan.keep(kinds[r], r);
      }
    }
    return plan.build(PositionPolicy.KEEP);
  }

  private static DecoderInput byHand(DecoderInput input) {
    int[] kept = new int[input.rows() - 2];
    int to = 0;
    for (int r = 0; r < input.rows(); r++) {
      if (r != 4 && r != 6) {
        kept[to++] = r;
      }
    }
    return new DecoderInput(
        mixed(input.embeds(), kept),
        pick(input.tokenIds(), kept),
        input.layout().select(kept),
        Arrays.stream(input.positions())
            .map(axis -> Arrays.stream(kept).mapToLong(r -> axis[r]).toArray())
            .toArray(long[][]::new),
        input.nextPosition(),
        pick(input.visuals(), kept),
        input.deep().stream().map(d -> mixed(d, kept)).toList());
  }

  private static int[] pick(int[] values, int[] kept) {
    return Arrays.stream(kept).map(r -> values[r]).toArray();
  }

  private static Tensor mixed(Tensor rows, int[] kept) {
    float[] all = Tensors.toFloats(rows);
    int width = (int) rows.size(2);
    float[] out = new float[kept.length * width];
    for (int i = 0; i < kept.length; i++) {
      for (int c = 0; c < width; c++) {
        float own = all[kept[i] * width + c];
        out[i * width + c] = kept[i] == 3 ? 0.25f * own + 0.75f * all[6 * width + c] : own;
      }
    }
    return Tensors.ofFloats(out, Placement.cpu(), 1, kept.length, width);
  }

  private static DecoderInput withDeep(DecoderInput input, List<Tensor> deep) {
    return new DecoderInput(
        input.embeds(),
        input.tokenIds(),
        input.layout(),
        input.positions(),
        input.nextPosition(),
        input.visuals(),
        deep);
  }

  private static float[] logits(
      Backbone backbone,
      Function<DecoderInput, DecoderInput> change,
      Function<Boundary, PrunePlan> plan) {
    return Scopes.compute(
        () -> {
          try (Workspace workspace = new Workspace(Placement.cpu());
              DecodeState state = new DecodeState(backbone.decoder())) {
            VisualRows rows = backbone.rows(backbone.encode(PICTURE, false, workspace), workspace);
            DecoderInput input = change.apply(backbone.assemble(PROMPT, List.of(rows)));
            try (Prefill prefill =
                new Prefill(backbone.decoder(), state, input, List.of(hook(plan)))) {
              return Tensors.toFloats(prefill.run().lastLogits());
            }
          }
        });
  }

  private static BoundaryHook hook(Function<Boundary, PrunePlan> plan) {
    return new BoundaryHook() {
      @Override
      public boolean wants(int layer) {
        return true;
      }

      @Override
      public Optional<PrunePlan> visit(Boundary boundary) {
        return Optional.ofNullable(plan.apply(boundary));
      }
    };
  }
}
