package io.qcpruner.core.objective;

/**
 * The outcome of a greedy search.
 *
 * @param order candidates in pick order
 * @param gains what each pick added
 * @param cover the cover of the targets in the end
 * @param objective value of the objective for the picks
 * @param evaluations how many gains were computed, in units of whole candidates
 */
public record Picks(
    int[] order, float[] gains, float[] cover, double objective, double evaluations) {}
