package io.qcpruner.core.method;

import io.qcpruner.core.prune.PruningRefusedException;
import java.util.Arrays;

/**
 * FitPrune's recipe: which part of the candidates leaves each layer. The published tables are for
 * 576 candidates in 32 layers; in between, and for other depths, parts are interpolated.
 */
final class FitSchedule {

  private static final int PATCHES = 576;
  private static final int LAYERS = 32;

  /** Nominal saving in percent, then how many candidates each layer deletes. */
  private static final int[][] TABLES = {
    {
      10, 0, 0, 1, 2, 1, 0, 1, 4, 5, 5, 11, 4, 2, 2, 0, 0, 1, 1, 2, 4, 2, 10, 1, 1, 1, 2, 1, 1, 0,
      1, 0, 0
    },
    {
      20, 0, 0, 3, 3, 1, 1, 4, 16, 14, 15, 24, 4, 2, 3, 2, 0, 6, 0, 5, 13, 4, 19, 2, 1, 1, 1, 1, 1,
      2, 1, 0, 0
    },
    {
      30, 0, 0, 7, 6, 4, 5, 16, 40, 24, 21, 24, 4, 2, 3, 4, 0, 16, 0, 11, 26, 6, 32, 3, 1, 0, 1, 2,
      2, 4, 0, 0, 0
    },
    {
      40, 0, 1, 21, 13, 14, 11, 41, 53, 29, 15, 14, 5, 1, 4, 5, 1, 26, 1, 13, 28, 6, 27, 2, 1, 0, 0,
      1, 1, 2, 0, 0, 0
    },
    {
      50, 3, 7, 49, 24, 29, 17, 59, 41, 26, 8, 10, 6, 2, 5, 7, 2, 30, 3, 13, 27, 5, 23, 2, 1, 0, 0,
      1, 1, 2, 0, 0, 0
    },
    {
      55, 6, 17, 69, 31, 34, 19, 59, 30, 23, 6, 8, 7, 2, 5, 8, 2, 29, 4, 12, 25, 4, 19, 2, 1, 0, 0,
      1, 0, 1, 0, 0, 0
    },
    {
      60, 14, 33, 89, 36, 36, 20, 55, 21, 18, 4, 7, 5, 2, 5, 7, 4, 26, 5, 11, 24, 4, 18, 2, 1, 0, 0,
      1, 0, 1, 0, 0, 0
    },
    {
      70, 48, 79, 118, 41, 33, 17, 36, 9, 9, 2, 3, 2, 1, 3, 4, 8, 18, 7, 8, 20, 4, 13, 2, 1, 0, 0,
      1, 0, 1, 0, 0, 0
    },
    {
      80, 128, 127, 118, 35, 26, 8, 13, 3, 2, 1, 0, 0, 0, 2, 1, 8, 7, 8, 5, 11, 2, 6, 1, 1, 0, 0, 0,
      1, 0, 0, 0, 0
    },
    {
      90, 262, 153, 80, 19, 13, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1, 2, 0, 1, 0, 0, 0, 0, 0, 1,
      0, 0, 0, 0
    }
  };

  private final double[] parts; // of the candidates that leave each layer

  private FitSchedule(double[] parts) {
    this.parts = parts;
  }

  /** A published table by its nominal saving. */
  static FitSchedule published(int saving, int layers) {
    return new FitSchedule(parts(table(saving), layers));
  }

  /**
   * Between the two tables whose averages lie around a share of the candidates; below the last one,
   * between it and deleting all in the first layer.
   */
  static FitSchedule ofAverage(double share, int layers) {
    double[] above = new double[layers];
    Arrays.fill(above, 1);
    for (int t = 0; t <= TABLES.length; t++) {
      double[] below = t < TABLES.length ? parts(TABLES[t], layers) : new double[layers];
      if (average(below) < share || average(below) == share && t < TABLES.length) {
        double weight = (average(above) - share) / (average(above) - average(below));
        double[] mixed = new double[layers];
        for (int l = 0; l < layers; l++) {
          mixed[l] = (1 - weight) * above[l] + weight * below[l];
        }
        return new FitSchedule(mixed);
      }
      above = below;
    }
    throw new PruningRefusedException(
        "an average of %.4g of the candidates can't be met: the first of %d layers alone costs %.4g"
            .formatted(share, layers, 1.0 / layers));
  }

  private static int[] table(int saving) {
    return Arrays.stream(TABLES)
        .filter(table -> table[0] == saving)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "saving must be 0 or that of a published table (%s), not %d"
                        .formatted(
                            Arrays.toString(Arrays.stream(TABLES).mapToInt(t -> t[0]).toArray()),
                            saving)));
  }

  /** A table stretched to another depth. */
  private static double[] parts(int[] table, int layers) {
    double[] left = new double[LAYERS + 1]; // entering each layer, and leaving the last
    left[0] = PATCHES;
    for (int l = 0; l < LAYERS; l++) {
      left[l + 1] = left[l] - table[l + 1];
    }
    double[] parts = new double[layers];
    for (int l = 0; l < layers; l++) {
      double depth = (l + 1.0) * LAYERS / layers;
      int below = Math.min((int) depth, LAYERS - 1);
      double here = left[below] + (depth - below) * (left[below + 1] - left[below]);
      parts[l] = here / PATCHES;
    }
    return parts;
  }

  /** Mean part that enters a layer. */
  private static double average(double[] parts) {
    double sum = 1;
    for (int l = 0; l + 1 < parts.length; l++) {
      sum += parts[l];
    }
    return sum / parts.length;
  }

  /** How many of the unpruned candidates go on after a layer. */
  int after(int layer, int unpruned) {
    return (int) Math.rint(parts[layer] * unpruned);
  }
}
