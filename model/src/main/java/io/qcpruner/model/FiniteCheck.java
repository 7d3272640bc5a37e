package io.qcpruner.model;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Cancellation;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.global.torch;

/**
 * Refuses an answer made of numbers that are none. Weights that hold NaN or infinity give logits
 * from which any sampler would quietly take nothing.
 */
final class FiniteCheck {

  private static final int NOWHERE = Integer.MAX_VALUE;

  private FiniteCheck() {}

  /**
   * Checks the first logits of a request; only when they are bad is the prompt run again to find
   * the layer.
   */
  static void require(float[] logits, Decoder decoder, DecoderInput input) {
    for (float logit : logits) {
      if (!Float.isFinite(logit)) {
        String message = "the model produced NaN or infinite numbers " + where(decoder, input);
        throw new UncheckedIOException(message, new WeightsException(message));
      }
    }
  }

  private static String where(Decoder decoder, DecoderInput input) {
    FirstBadLayer finder = new FirstBadLayer();
    try (DecodeState state = new DecodeState(decoder);
        Prefill prefill = new Prefill(decoder, state, input, List.of(finder), Cancellation.NONE)) {
      prefill.run();
    }
    if (finder.layer == NOWHERE) {
      return "after its last layer; its output head may be damaged";
    }
    return finder.layer < 0
        ? "before layer 0: its embeddings or the vision tower may be damaged"
        : "after layer " + finder.layer + "; its weights may be damaged";
  }

  /** Looks at every boundary until one holds a number that is none. */
  private static final class FirstBadLayer implements BoundaryHook {
    private int layer = NOWHERE;

    @Override
    public boolean wants(int candidate) {
      return layer == NOWHERE;
    }

    @Override
    public Optional<PrunePlan> visit(Boundary boundary) {
      if (layer == NOWHERE && !torch.isfinite(boundary.hidden()).all().item_bool()) {
        layer = boundary.layer();
      }
      return Optional.empty();
    }
  }
}
