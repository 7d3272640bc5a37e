package io.qcpruner.core.prune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** Collects a {@link PruneTrace} while a method decides; used by one call, not shared. */
public final class TraceBuilder {

  private static final int[] NO_INDICES = {};
  private static final float[] NO_VALUES = {};

  private final Pruner method;
  private final Budget budget;
  private final int candidates;
  private int parts = 1;
  private int[] kept = NO_INDICES;
  private int[] merged = NO_INDICES;
  private int[] order;
  private float[] gains = NO_VALUES;
  private OptionalDouble objective = OptionalDouble.empty();
  private OptionalDouble bound = OptionalDouble.empty();
  private float[] cueSim = NO_VALUES;
  private float[] cueAlign = NO_VALUES;
  private float[] utility = NO_VALUES;
  private final List<String> notes = new ArrayList<>();

  public TraceBuilder(Pruner method, Budget budget, int candidates) {
    this.method = method;
    this.budget = budget;
    this.candidates = candidates;
  }

  public TraceBuilder parts(int count) {
    parts = count;
    return this;
  }

  /** Candidates that go on, in any order. */
  public TraceBuilder kept(int[] indices) {
    kept = indices.clone();
    Arrays.sort(kept);
    return this;
  }

  public TraceBuilder merged(int[] indices) {
    merged = indices.clone();
    Arrays.sort(merged);
    return this;
  }

  /** The kept candidates in pick order; sets kept as well. */
  public TraceBuilder order(int[] picks) {
    order = picks.clone();
    return kept(picks);
  }

  public TraceBuilder gains(float[] values) {
    gains = values;
    return this;
  }

  public TraceBuilder objective(double value) {
    objective = OptionalDouble.of(value);
    return this;
  }

  public TraceBuilder bound(double value) {
    bound = OptionalDouble.of(value);
    return this;
  }

  public TraceBuilder cues(float[] sim, float[] align) {
    cueSim = sim;
    cueAlign = align;
    return this;
  }

  public TraceBuilder utility(float[] values) {
    utility = values;
    return this;
  }

  public TraceBuilder note(String text) {
    if (!notes.contains(text)) { // a clip has many frames of which the same is true
      notes.add(text);
    }
    return this;
  }

  /** The plan with its trace. */
  public PruneResult result(PrunePlan plan) {
    PruneTrace trace =
        new PruneTrace(
            method.label(),
            method.settings().toString(),
            budget.toString(),
            KeptCounts.of(plan),
            parts,
            candidates,
            kept,
            merged,
            order == null ? kept : order,
            gains,
            objective,
            bound,
            cueSim,
            cueAlign,
            utility,
            notes);
    return new PruneResult(plan, trace);
  }
}
