package io.qcpruner.cli.explain;

/**
 * The layers of the heat maps, both ends included. What was not asked for is the paper's range, as
 * far as the model has it; what was asked for must be there.
 */
record LayerRange(int first, int last) {
  private static final int USUAL_FIRST = 2;
  private static final int USUAL_LAST = 10;

  /** The range of a model; ends that were not given are null. */
  static LayerRange of(Integer first, Integer last, int layers) {
    int given = first == null ? 0 : first;
    int to = last == null ? Math.max(given, Math.min(USUAL_LAST, layers - 1)) : last;
    int from = first == null ? Math.min(USUAL_FIRST, to) : first;
    if (from < 0 || to < from || to >= layers) {
      throw new IllegalArgumentException(
          "layers %d to %d: the model has layers 0 to %d".formatted(from, to, layers - 1));
    }
    return new LayerRange(from, to);
  }
}
