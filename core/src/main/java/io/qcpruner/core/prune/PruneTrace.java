package io.qcpruner.core.prune;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Why a plan is what it is. Arrays that a method has no use for are empty. "Candidate" is an index
 * into the layout's candidate list; at the after-vision stage, the view-major patch number.
 *
 * @param label the method and its variant, as a table would print it
 * @param flags the settings that were in force
 * @param budget what was asked for
 * @param counts what the plan keeps
 * @param parts tiles, frames or segments that were decided one by one
 * @param candidates how many rows could have been dropped
 * @param kept candidates that go on as a row (or as the first member of a merged row), ascending
 * @param merged the part of kept that stands for several candidates, ascending
 * @param order the kept candidates in the order they were picked
 * @param gains what each pick added to the objective, in pick order
 * @param objective value of the objective for the kept set, if the method has one
 * @param bound upper bound on the best objective any set of this size can have, if known
 * @param cueSim hidden-state cosine cue per candidate
 * @param cueAlign query-key alignment cue per candidate
 * @param utility the score per candidate that steered the choice
 * @param notes guard activations and other remarks for the log
 */
public record PruneTrace(
    String label,
    String flags,
    String budget,
    KeptCounts counts,
    int parts,
    int candidates,
    int[] kept,
    int[] merged,
    int[] order,
    float[] gains,
    OptionalDouble objective,
    OptionalDouble bound,
    float[] cueSim,
    float[] cueAlign,
    float[] utility,
    List<String> notes) {

  public PruneTrace {
    notes = List.copyOf(notes);
  }

  /** The objective is at least this share of the best one, if a bound is known. */
  public OptionalDouble shareOfOptimum() {
    if (objective.isEmpty() || bound.isEmpty()) {
      return OptionalDouble.empty();
    }
    double best = bound.getAsDouble();
    return OptionalDouble.of(best > 0 ? Math.min(1, objective.getAsDouble() / best) : 1);
  }

  /** The line every run logs. */
  public String summary() {
    return "%s [%s] asked %s, kept %s of %d candidates in %d parts%s"
        .formatted(
            label,
            flags,
            budget,
            counts,
            candidates,
            parts,
            notes.isEmpty() ? "" : "; " + String.join("; ", notes));
  }
}
