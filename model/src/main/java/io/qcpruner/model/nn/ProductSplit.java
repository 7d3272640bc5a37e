package io.qcpruner.model.nn;

/** How the threads of a team split a matrix product. */
public enum ProductSplit {
  /** Each thread multiplies some of the rows with all weights. */
  ROWS,
  /** Each thread multiplies all rows with the weights of some outputs. */
  OUTPUTS
}
