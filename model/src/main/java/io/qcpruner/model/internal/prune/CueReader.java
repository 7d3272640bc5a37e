package io.qcpruner.model.internal.prune;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.prune.StageClock;
import java.util.Set;

/**
 * Reads both cues and their fusion at a decoder boundary, without floor.
 *
 * @param textRows rows of the prompt that condition the utility: anchors, or all text
 * @param visual which picture or clip is scored
 */
public record CueReader(Decoder decoder, int[] textRows, int visual) {
  private static final Set<Signal> NEEDS = Set.of(Signal.TEXT_COSINE, Signal.TEXT_ALIGNMENT);

  public Utility read(Boundary boundary) {
    DecoderSignals signals =
        new DecoderSignals(
            decoder, boundary, null, textRows, NEEDS, false, visual, new StageClock());
    Matrix cosine = signals.textCosine(textRows);
    return Utility.of(cosine, signals.textAlignment(textRows), Cues.FUSED);
  }
}
