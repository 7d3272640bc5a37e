package io.qcpruner.model.vision;

import java.util.Arrays;

/**
 * Which rows share one because they were merged inside the tower.
 *
 * @param rowOf [V][R] merged row of each tower row in its view
 * @param rows merged rows of a view
 */
public record TowerGroups(int[][] rowOf, int rows) {

  /** The first row of a view that shares the merged row of each of its rows. */
  public int[] firsts(int view) {
    int[] firstOf = new int[rows];
    Arrays.fill(firstOf, -1);
    int[] first = new int[rowOf[view].length];
    for (int r = 0; r < first.length; r++) {
      int row = rowOf[view][r];
      firstOf[row] = firstOf[row] < 0 ? r : firstOf[row];
      first[r] = firstOf[row];
    }
    return first;
  }
}
