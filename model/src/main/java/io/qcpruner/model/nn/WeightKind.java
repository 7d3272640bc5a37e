package io.qcpruner.model.nn;

/** How the large matrices are kept. */
public enum WeightKind {
  /** In their stored type, shared with the file. */
  STORED,
  /** Rounded to 8 bits per output channel when the model is opened. */
  INT8
}
