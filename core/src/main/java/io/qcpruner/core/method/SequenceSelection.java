package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signals;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A method that drops rows of the decoder sequence at one stage and changes none. Budget, parts,
 * guards and the plan are settled here; a method only chooses inside a part.
 */
public abstract class SequenceSelection implements Pruner {

  private static final int[] NONE = {};

  /** Chooses inside one part of one sequence. */
  @FunctionalInterface
  public interface Chooser {
    /**
     * @param part candidate indices, ascending
     * @param keep how many to pick, below the size of the part
     */
    Choice choose(int[] part, int keep);
  }

  private final Stage stage;
  private final PositionPolicy positions;

  protected SequenceSelection(Stage stage, PositionPolicy positions) {
    this.stage = stage;
    this.positions = positions;
  }

  /** Reads and checks the signals of one sequence; scores go into the trace. */
  protected abstract Chooser chooser(Signals signals, Budget budget, TraceBuilder trace);

  /** How frames share a budget. */
  Allocation allocation() {
    return Allocation.EQUAL;
  }

  /** Only coverage can tell how much is enough. */
  boolean settlesAutoBudget() {
    return false;
  }

  /** Whether parts may be chosen at once: then a chooser asks no signal and writes no trace. */
  boolean choosesInParallel() {
    return false;
  }

  @Override
  public final List<Stage> stages() {
    return List.of(stage);
  }

  @Override
  public final PruneResult plan(Stage at, Signals signals, Budget budget) {
    if (!at.equals(stage)) {
      throw new IllegalArgumentException(name() + " acts " + stage + ", not " + at);
    }
    boolean auto = budget instanceof Budget.Auto;
    if (auto && !settlesAutoBudget()) {
      throw new PruningRefusedException(
          "budget " + budget + " needs a coverage method, not " + name());
    }
    TokenLayout layout = signals.layout();
    int candidates = layout.candidates().length;
    TraceBuilder trace = new TraceBuilder(this, budget, candidates);
    Parts parts = Parts.of(layout, budget, allocation());
    if (candidates == 0 || parts.keepsAll() && !auto) {
      return trace.kept(Indices.range(candidates)).result(PrunePlan.unchanged(layout, positions));
    }
    int[] picked = pick(parts, chooser(signals, budget, trace), auto, trace);
    return trace.result(keepRows(layout, picked, positions));
  }

  private static Choice choose(Parts parts, int p, Chooser chooser, boolean auto) {
    int[] part = parts.members()[p];
    int keep = parts.keep()[p];
    boolean all = keep >= part.length && !auto;
    return all ? Choice.of(Indices.range(keep)) : chooser.choose(part, keep);
  }

  private int[] pick(Parts parts, Chooser chooser, boolean auto, TraceBuilder trace) {
    Choice[] choices = new Choice[parts.count()];
    IntStream numbers = IntStream.range(0, choices.length);
    (choosesInParallel() ? numbers.parallel() : numbers)
        .forEach(p -> choices[p] = choose(parts, p, chooser, auto));
    int[] order = NONE;
    float[] gains = {};
    double objective = 0;
    double bound = 0;
    boolean hasObjective = true;
    boolean hasBound = true;
    for (int p = 0; p < parts.count(); p++) {
      Choice choice = choices[p];
      order = Indices.concat(order, Indices.gather(parts.members()[p], choice.order()));
      gains = Indices.concat(gains, choice.gains());
      objective += choice.objective().orElse(0);
      bound += choice.bound().orElse(0);
      hasObjective &= choice.objective().isPresent();
      hasBound &= choice.bound().isPresent();
    }
    trace.parts(parts.count()).order(order).gains(gains);
    if (hasObjective) {
      trace.objective(objective);
    }
    if (hasBound) {
      trace.bound(bound);
    }
    return order;
  }

  /** The sequence without the candidates that were not picked. */
  static PrunePlan keepRows(TokenLayout layout, int[] picked, PositionPolicy positions) {
    int[] candidates = layout.candidates();
    boolean[] dropped = Indices.mask(candidates, layout.size());
    for (int i : picked) {
      dropped[candidates[i]] = false;
    }
    PlanBuilder plan = new PlanBuilder();
    TokenKind[] kinds = layout.kinds();
    for (int row = 0; row < kinds.length; row++) {
      if (!dropped[row]) {
        plan.keep(kinds[row], row);
      }
    }
    return plan.build(positions);
  }
}
