package io.qcpruner.distill;

/** How the table is stored. */
enum VectorFormat {
  F32("float32"),
  F16("float16"),
  /** One scale for the whole table, as model2vec quantises. */
  INT8("int8");

  /** The name that goes into {@code config.json}. */
  final String numpyName;

  VectorFormat(String numpyName) {
    this.numpyName = numpyName;
  }
}
