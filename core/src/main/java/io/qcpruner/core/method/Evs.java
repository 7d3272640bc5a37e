package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.Set;

/**
 * Keeps the first frame, and of the others the patches that changed most since the frame before.
 * Paper: "Efficient Video Sampling: Pruning Temporally Redundant Tokens for Faster VLM Inference".
 * Symbols: d = change, q = 1 - budget / candidates, T = frames.
 */
public final class Evs extends ClipMethod {

  /** The change of the first frame's patches, more than any cosine gives. */
  private static final float FIRST = 255;

  @Override
  public String name() {
    return "evs";
  }

  @Override
  public String label() {
    return "EVS";
  }

  @Override
  public Source source() {
    return new Source(
        "Efficient Video Sampling: Pruning Temporally Redundant Tokens for Faster VLM Inference"
            + " (arXiv 2510.14624)",
        "vllm-project/vllm @094f117, sgl-project/sglang @1966fd0");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    int wanted =
        budget instanceof Budget.Ratio
            ? (int) (frames.tokens() * (1 - (1 - share))) // from q, and cut, as published
            : budget.resolve(frames.tokens(), frames.count());
    if (wanted < frames.patches()) {
      trace.note("the first frame stays whole: %d tokens".formatted(frames.patches()));
    }
    float[] change = change(frames, new ExactRows(states(signals, frames)));
    int[] order = Kernels.topK(change, change.length);
    int[] picked = Arrays.copyOf(order, Math.max(frames.patches(), wanted));
    return trace
        .parts(frames.count())
        .order(picked)
        .utility(change)
        .result(SequenceSelection.keepRows(signals.layout(), picked, positions()));
  }

  /** d of each candidate. */
  private static float[] change(Frames frames, ExactRows states) {
    float[] out = new float[frames.tokens()];
    for (int i : frames.members()[0]) {
      out[i] = FIRST;
    }
    for (int t = 1; t < frames.count(); t++) {
      int[] now = frames.members()[t];
      float[] cosine = states.cosines(now, frames.members()[t - 1]);
      for (int i = 0; i < now.length; i++) {
        out[now[i]] = 1 - cosine[i];
      }
    }
    return out;
  }
}
