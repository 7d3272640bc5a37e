package io.qcpruner.eval.cost;

import io.qcpruner.checkpoint.config.DecoderConfig;

/**
 * FLOPs of a decoder prefill: two per multiply-add, linear and attention products only, attention
 * over the full square. Symbols of the specification: D = hidden, m = intermediate, L = layers, H =
 * heads, H_kv = kvHeads, d_h = headDim, l = layer, n = rows, n' = keptRows.
 */
public record PrefillFlops(
    int hidden, int intermediate, int layers, int heads, int kvHeads, int headDim) {

  public PrefillFlops {
    requirePositive("hidden", hidden);
    requirePositive("intermediate", intermediate);
    requirePositive("layers", layers);
    requirePositive("heads", heads);
    requirePositive("kvHeads", kvHeads);
    requirePositive("headDim", headDim);
  }

  public static PrefillFlops of(DecoderConfig config) {
    return new PrefillFlops(
        config.hiddenSize(),
        config.intermediateSize(),
        config.layers(),
        config.heads(),
        config.kvHeads(),
        config.headDim());
  }

  /** F(n): one layer over n rows. */
  public double layer(double rows) {
    double projections = rows * hidden * (2.0 * heads * headDim + 2.0 * kvHeads * headDim);
    double attention = 2.0 * rows * rows * heads * headDim;
    double feedForward = 3.0 * rows * hidden * intermediate;
    return 2 * (projections + attention + feedForward);
  }

  /** L F(n). */
  public double unpruned(double rows) {
    return layers * layer(rows);
  }

  /** The given number of layers over all rows, the others over the kept ones. */
  public double split(int fullLayers, double rows, double keptRows) {
    if (fullLayers < 0 || fullLayers > layers) {
      throw new IllegalArgumentException(
          "full layers must be 0 to " + layers + ", not " + fullLayers);
    }
    return fullLayers * layer(rows) + (layers - fullLayers) * layer(keptRows);
  }

  /** What really ran: the rows that entered each layer. */
  public double measured(int[] rowsPerLayer) {
    if (rowsPerLayer.length != layers) {
      throw new IllegalArgumentException(
          rowsPerLayer.length + " row counts for " + layers + " layers");
    }
    double sum = 0;
    for (int rows : rowsPerLayer) {
      sum += layer(rows);
    }
    return sum;
  }

  /**
   * The same in the paper's convention: every cut takes effect one layer earlier, and of a pruned
   * sequence newlines and marks are not counted.
   *
   * @param structural newlines and marks of the picture among the rows
   */
  public double paper(int[] rowsPerLayer, int structural) {
    measured(rowsPerLayer); // checks the number of layers
    int first = rowsPerLayer[0];
    boolean early = first == rowsPerLayer[layers - 1];
    double sum = 0;
    for (int l = 0; l < layers; l++) {
      int rows = rowsPerLayer[Math.min(l + 1, layers - 1)];
      sum += layer(early || rows < first ? rows - structural : rows);
    }
    return sum;
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
  }
}
