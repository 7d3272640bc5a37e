package io.qcpruner.model.nn;

/** The rows that a pass through a layer keeps in native memory, each in a place of its own. */
public enum RowBuffer {
  HIDDEN,
  MID,
  NORMED,
  QUERIES,
  KEYS,
  VALUES,
  ATTENDED,
  GATED,
  LOGITS,
  /** Where caches lie, as native code reads it. */
  CACHES,
  /** Outputs of a product, before they go where they belong. */
  MADE
}
