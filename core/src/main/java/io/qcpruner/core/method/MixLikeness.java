package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.util.List;

/** How like mixes of candidates are, to each other and to the candidates. */
interface MixLikeness {

  /** Components of mixes whose cosine is above a threshold; see {@link LikeComponents}. */
  List<int[]> components(TokenMixes mixes, double above);

  /** Cosines of the mixes with each other. */
  Matrix among(TokenMixes mixes);

  /** For each candidate the mix it is most like, the first of equals. */
  int[] nearest(TokenMixes mixes);

  /** The largest of a row, the first of equals. */
  static int best(Matrix cosines, int row) {
    int at = cosines.offset(row);
    int best = 0;
    for (int j = 1; j < cosines.cols(); j++) {
      if (cosines.data()[at + j] > cosines.data()[at + best]) {
        best = j;
      }
    }
    return best;
  }
}
