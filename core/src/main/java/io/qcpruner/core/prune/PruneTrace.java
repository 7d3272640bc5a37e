package io.qcpruner.core.prune;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Why a plan is what it is. Arrays that a method has no use for are empty.
 *
 * @param label the method and its variant, as a table would print it
 * @param candidates how many rows could have been dropped
 * @param kept indices into the candidate list, ascending
 * @param order the same indices in the order they were picked
 * @param gains what each pick added to the objective, in pick order
 * @param objective value of the objective for the kept set, if the method has one
 * @param cueSim hidden-state cosine cue per candidate
 * @param cueAlign query-key alignment cue per candidate
 * @param utility the score per candidate that steered the choice
 * @param notes guard activations and other remarks for the log
 */
public record PruneTrace(
    String label,
    int candidates,
    int[] kept,
    int[] order,
    float[] gains,
    OptionalDouble objective,
    float[] cueSim,
    float[] cueAlign,
    float[] utility,
    List<String> notes) {

  public PruneTrace {
    notes = List.copyOf(notes);
  }

  /** A trace that only says what was kept. */
  public static PruneTrace of(String label, int candidates, int[] kept) {
    float[] none = new float[0];
    return new PruneTrace(
        label, candidates, kept, kept, none, OptionalDouble.empty(), none, none, none, List.of());
  }
}
