package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * PruneVid's choice inside the decoder: of every group of tokens the share that the text after the
 * clip attends to most. Symbols: alpha = share.
 */
final class QuestionChoice {

  /** Where a row of a clip comes from. */
  private record Place(int frame, int row, int col) {
    static Place of(TokenLayout layout, int row) {
      return new Place(layout.groups()[row], layout.gridRows()[row], layout.gridCols()[row]);
    }
  }

  private final Pruner method;
  private final double sameAbove;
  private final double share;

  QuestionChoice(Pruner method, double sameAbove, double share) {
    this.method = method;
    this.sameAbove = sameAbove;
    this.share = share;
  }

  /** How many of a group's tokens stay. */
  static int kept(int size, double share) {
    return (int) (size * share);
  }

  PruneResult plan(Signals signals, Budget budget) {
    TokenLayout layout = signals.layout();
    int n = layout.candidates().length;
    TraceBuilder trace = new TraceBuilder(method, budget, n);
    int unpruned = signals.unprunedCandidates();
    if (n == 0 || budget.resolve(unpruned, layout.candidateGroups().length) >= unpruned) {
      return trace.kept(Indices.range(n)).result(PrunePlan.unchanged(layout, PositionPolicy.KEEP));
    }
    int[] question = IntStream.range(layout.suffixStart(), layout.size()).toArray();
    float[] score = signals.unmaskedPeaks(question).requireFinite("attention of the text:").row(0);
    int[] picked = choose(score, groups(signals), share);
    if (picked.length == 0) {
      picked = Kernels.topK(score, 1);
      trace.note("nothing would have stayed: the token with the most attention does");
    }
    return trace
        .order(picked)
        .utility(score)
        .result(SequenceSelection.keepRows(layout, picked, PositionPolicy.KEEP));
  }

  /** Of each group, group after group, the tokens with the highest scores. */
  static int[] choose(float[] score, List<int[]> groups, double share) {
    int[] out = new int[0];
    for (int[] group : groups) {
      int[] top = Kernels.topK(Indices.gather(score, group), kept(group.length, share));
      out = Indices.concat(out, Indices.gather(group, top));
    }
    return out;
  }

  /** The tokens of each group that there are now; groups follow from the unpruned clip. */
  private List<int[]> groups(Signals signals) {
    TokenLayout before = signals.unprunedLayout();
    Frames frames = Frames.of(method.label(), before);
    Matrix states = signals.get(Signal.INPUT_VISUAL).requireFinite("input embeddings");
    Checks.rows("input embeddings", states.rows(), frames.tokens());
    int[] rows = before.candidates();
    Map<Place, Integer> groupOf = new HashMap<>();
    List<SegmentGroups.Group> groups = SegmentGroups.of(frames, states, sameAbove).groups();
    List<List<Integer>> members = new ArrayList<>();
    for (SegmentGroups.Group group : groups) {
      for (int[] token : group.candidates()) {
        groupOf.put(Place.of(before, rows[token[0]]), members.size());
      }
      members.add(new ArrayList<>());
    }
    int[] now = signals.layout().candidates();
    for (int i = 0; i < now.length; i++) {
      Integer group = groupOf.get(Place.of(signals.layout(), now[i]));
      if (group == null) {
        throw new IllegalArgumentException(
            "candidate " + i + " is none that the merge before the decoder leaves");
      }
      members.get(group).add(i);
    }
    return members.stream().map(all -> all.stream().mapToInt(i -> i).toArray()).toList();
  }
}
