package io.qcpruner.model.nn;

/** How the members of a crew divide a product among them. */
public enum Division {
  /** Each takes some of the rows, and all of the weights. */
  ROWS,
  /** Each takes all of the rows, and the weights of some outputs. */
  COLUMNS
}
