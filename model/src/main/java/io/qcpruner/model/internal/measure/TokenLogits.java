package io.qcpruner.model.internal.measure;

import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import java.util.List;

/** A text token by token, as new tokens are made: every row reads the caches of those before it. */
final class TokenLogits implements TextLogits {
  private final Backbone backbone;
  private DecodeState state;
  private int[] ids;
  private int row;

  TokenLogits(VisionLanguageModel model) {
    this.backbone = model.backbone();
  }

  @Override
  public void start(int[] newIds) {
    close();
    state = new DecodeState(backbone.decoder());
    ids = newIds;
    row = 0;
  }

  @Override
  public float[] next() {
    int id = ids[row++];
    return row == 1 ? first(id) : new DecodeStep(backbone.decoder(), state).run(id);
  }

  /** A prompt of one token. */
  private float[] first(int id) {
    return Scopes.compute(
        () -> {
          var input = backbone.assemble(PromptIds.raw(new int[] {id}), List.of());
          try (Prefill prefill = new Prefill(backbone.decoder(), state, input, List.of())) {
            return Tensors.toFloats(prefill.run().lastLogits());
          }
        });
  }

  @Override
  public void close() {
    if (state != null) {
      state.close();
      state = null;
    }
  }
}
