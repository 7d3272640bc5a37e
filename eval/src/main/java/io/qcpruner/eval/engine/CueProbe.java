package io.qcpruner.eval.engine;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Looks at QCPruner's cues behind every layer and drops nothing: the unpruned pass of the layer
 * calibration. The last layer has no successor and is not looked at.
 */
final class CueProbe implements Pruner {

  private final int decoderLayers;

  CueProbe(int decoderLayers) {
    this.decoderLayers = decoderLayers;
  }

  /** The probe's only parameter. */
  private record Parameters(int decoderLayers) {}

  @Override
  public String name() {
    return "cue-probe";
  }

  @Override
  public String label() {
    return "cue probe";
  }

  @Override
  public Record parameters() {
    return new Parameters(decoderLayers);
  }

  @Override
  public Source source() {
    return new Source(
        "QCPruner: Query-Conditioned Population Coverage for Visual Token Pruning",
        "none published; follows the paper's layer calibration");
  }

  @Override
  public List<Stage> stages() {
    List<Stage> stages = new ArrayList<>();
    for (int layer = 0; layer < decoderLayers - 1; layer++) {
      stages.add(new Stage.AfterLayer(layer));
    }
    return stages;
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.TEXT_COSINE, Signal.TEXT_ALIGNMENT);
  }

  @Override
  public PruneResult plan(Stage stage, Signals signals, Budget budget) {
    int[] rows = signals.anchorRows();
    Matrix cosine = signals.textCosine(rows);
    Utility utility = Utility.of(cosine, signals.textAlignment(rows), Cues.FUSED);
    int[] all = new int[signals.layout().candidates().length];
    Arrays.setAll(all, i -> i);
    return new TraceBuilder(this, budget, all.length)
        .kept(all)
        .cues(utility.cueSim(), utility.cueAlign())
        .utility(utility.utility())
        .result(PrunePlan.unchanged(signals.layout(), PositionPolicy.KEEP));
  }
}
