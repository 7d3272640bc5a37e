package io.qcpruner.contracts.backbone;

import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A prompt that ran, and what a contract looks at.
 *
 * @param visuals rows of each picture; their tensors are gone
 * @param lastLogits of the last row or token
 */
record ContractRun(List<VisualRows> visuals, DecoderInput input, float[] lastLogits) {

  static ContractRun of(Backbone backbone, PromptIds prompt, List<Visual> pictures, int... more) {
    return of(backbone, prompt, pictures, boundary -> null, more);
  }

  /**
   * @param prune a plan for a boundary, or null
   * @param more ids that are decoded one by one after the prompt
   */
  static ContractRun of(
      Backbone backbone,
      PromptIds prompt,
      List<Visual> pictures,
      Function<Boundary, PrunePlan> prune,
      int... more) {
    return Scopes.compute(
        () -> {
          try (DecodeState state = new DecodeState(backbone.decoder());
              Workspace workspace = new Workspace(backbone.decoder().placement())) {
            List<VisualRows> rows =
                pictures.stream()
                    .map(p -> backbone.rows(backbone.encode(p, false, workspace), workspace))
                    .toList();
            DecoderInput input = backbone.assemble(prompt, rows);
            float[] logits;
            try (Prefill prefill =
                new Prefill(backbone.decoder(), state, input, List.of(new Hook(prune)))) {
              logits = Tensors.toFloats(prefill.run().lastLogits());
            }
            DecodeStep step = new DecodeStep(backbone.decoder(), state);
            for (int id : more) {
              logits = step.run(id);
            }
            return new ContractRun(rows, input, logits);
          }
        });
  }

  private record Hook(Function<Boundary, PrunePlan> prune) implements BoundaryHook {
    @Override
    public boolean wants(int layer) {
      return true;
    }

    @Override
    public Optional<PrunePlan> visit(Boundary boundary) {
      return Optional.ofNullable(prune.apply(boundary));
    }
  }
}
