package io.qcpruner.core.select;

/** Takes the best unpicked score step by step and keeps the record. */
final class StepwisePicker {

  private final boolean[] picked;
  private final int[] order;
  private final float[] gains;
  private int count;

  StepwisePicker(int n, int k) {
    this.picked = new boolean[n];
    this.order = new int[k];
    this.gains = new float[k];
  }

  boolean done() {
    return count == order.length;
  }

  int count() {
    return count;
  }

  /** Picks the unpicked token of the largest score, lowest index on ties. */
  int pick(float[] scores) {
    int best = -1;
    for (int i = 0; i < picked.length; i++) {
      if (!picked[i] && (best < 0 || scores[i] > scores[best])) {
        best = i;
      }
    }
    picked[best] = true;
    order[count] = best;
    gains[count++] = scores[best];
    return best;
  }

  /** The picks, with the sum of their scores as objective. */
  Selection bySum() {
    double sum = 0;
    for (float gain : gains) {
      sum += gain;
    }
    return new Selection(order, gains, sum);
  }

  /** The picks, with the given objective. */
  Selection withObjective(double objective) {
    return new Selection(order, gains, objective);
  }
}
