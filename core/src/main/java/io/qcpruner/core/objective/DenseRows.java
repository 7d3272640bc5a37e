package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.Matrix;

/** Affinities that are all in memory, [candidates, targets]. */
public record DenseRows(Matrix affinity) implements AffinityRows {

  @Override
  public int candidates() {
    return affinity.rows();
  }

  @Override
  public int targets() {
    return affinity.cols();
  }

  @Override
  public float[] array(int candidate) {
    return affinity.data();
  }

  @Override
  public int offset(int candidate) {
    return affinity.offset(candidate);
  }
}
