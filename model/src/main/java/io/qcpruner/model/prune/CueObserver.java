package io.qcpruner.model.prune;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.Decoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads both cues and their fusion at every layer without pruning: what layer calibration and heat
 * maps are made of.
 */
public final class CueObserver implements BoundaryHook {
  private static final Set<Signal> NEEDS = Set.of(Signal.TEXT_COSINE, Signal.TEXT_ALIGNMENT);

  private final Decoder decoder;
  private final int[] textRows;
  private final StageClock clock = new StageClock();
  private final List<Utility> layers = new ArrayList<>();

  /**
   * @param textRows rows of the prompt that condition the utility: anchors, or all text
   */
  public CueObserver(Decoder decoder, int[] textRows) {
    this.decoder = decoder;
    this.textRows = textRows;
  }

  @Override
  public boolean wants(int layer) {
    return layer >= 0;
  }

  @Override
  public boolean wantsQueryKey(int layer) {
    return true;
  }

  @Override
  public Optional<PrunePlan> visit(Boundary boundary) {
    DecoderSignals signals =
        new DecoderSignals(decoder, boundary, null, textRows, NEEDS, false, true, clock);
    Matrix cosine = signals.textCosine(textRows);
    Matrix alignment = signals.textAlignment(textRows);
    layers.add(Utility.of(cosine, alignment, Cues.FUSED));
    return Optional.empty();
  }

  /** One entry per layer, in order. */
  public List<Utility> layers() {
    return List.copyOf(layers);
  }
}
