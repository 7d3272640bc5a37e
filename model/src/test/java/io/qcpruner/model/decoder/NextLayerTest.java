package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** Queries and keys of a layer asked for in front of it are those that it then computes. */
class NextLayerTest {
  private static final int[] ROWS = {2, 5, 9};

  @Test
  void withNormsOfHeadsAndRowsAddedBetweenLayers() throws Exception {
    check(
        TinyBackbones.qwen3(),
        TinyBackbones.patches("tiny-qwen", 1, 8, 10, 1536, 0),
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17));
  }

  @Test
  void withoutNormsOfHeads() throws Exception {
    check(
        TinyBackbones.qwen(),
        TinyBackbones.patches("tiny-qwen", 1, 8, 10, 0),
        PromptIds.raw(1, 7, 9, PromptIds.MARKER, 11, 13));
  }

  private static void check(Backbone backbone, Visual picture, PromptIds prompt) {
    int layers = backbone.config().decoder().layers();
    List<float[]> asked = new ArrayList<>();
    List<float[]> computed = new ArrayList<>();
    List<float[]> unrotated = new ArrayList<>();
    List<float[]> turnedBack = new ArrayList<>();
    BoundaryHook hook =
        new BoundaryHook() {
          @Override
          public boolean wants(int layer) {
            return layer >= 0;
          }

          @Override
          public boolean wantsQueryKey(int layer) {
            return layer > 0;
          }

          @Override
          public Optional<PrunePlan> visit(Boundary b) {
            Decoder decoder = backbone.decoder();
            if (b.layer() > 0) {
              Tensor at = Tensors.ofIndices(ROWS, decoder.placement());
              computed.add(Tensors.toFloats(b.queries().index_select(1, at)));
              computed.add(Tensors.toFloats(b.keys().contiguous()));
              RotaryTable back = decoder.rotary().at(b.rows().positions()).inverse();
              turnedBack.add(
                  Tensors.toFloats(
                      back.rotate(b.queries().unsqueeze(0)).squeeze(0).index_select(1, at)));
              turnedBack.add(Tensors.toFloats(back.rotate(b.keys().unsqueeze(0)).contiguous()));
            }
            if (b.layer() + 1 < layers) {
              Optional<RotaryTable> table = Optional.of(decoder.rotary().at(b.rows().positions()));
              QueryKeys made = decoder.queryKeys(b.layer() + 1, b.hidden(), ROWS, table);
              asked.add(Tensors.toFloats(made.queries().contiguous()));
              asked.add(Tensors.toFloats(made.keys().contiguous()));
              QueryKeys plain =
                  decoder.queryKeys(b.layer() + 1, b.hidden(), ROWS, Optional.empty());
              unrotated.add(Tensors.toFloats(plain.queries().contiguous()));
              unrotated.add(Tensors.toFloats(plain.keys().contiguous()));
            }
            return Optional.empty();
          }
        };
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(Placement.cpu());
              DecodeState state = new DecodeState(backbone.decoder())) {
            VisualRows rows = backbone.rows(backbone.encode(picture, false, workspace), workspace);
            DecoderInput input = backbone.assemble(prompt, List.of(rows));
            try (Prefill prefill = new Prefill(backbone.decoder(), state, input, List.of(hook))) {
              prefill.run();
            }
          }
        });
    assertEquals(2 * (layers - 1), asked.size());
    assertEquals(asked.size(), computed.size());
    for (int i = 0; i < asked.size(); i++) {
      assertArrayEquals(computed.get(i), asked.get(i), 1e-5f, "of layer " + (i / 2 + 1));
      assertArrayEquals(unrotated.get(i), turnedBack.get(i), 1e-5f, "of layer " + (i / 2 + 1));
    }
  }
}
