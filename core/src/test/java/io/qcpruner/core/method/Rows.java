package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.RowMap;
import java.util.stream.IntStream;

/** Applies plans to plain matrices, the slow and obvious way. */
final class Rows {

  private Rows() {}

  /** Old rows turned into new ones. */
  static Matrix apply(PrunePlan plan, Matrix old) {
    return apply(plan.rows(), old);
  }

  /** Old rows turned into new ones. */
  static Matrix apply(RowMap map, Matrix old) {
    Matrix out = Matrix.zeros(map.size(), old.cols());
    for (int i = 0; i < out.rows(); i++) {
      for (int s = map.offsets()[i]; s < map.offsets()[i + 1]; s++) {
        for (int c = 0; c < old.cols(); c++) {
          out.data()[out.offset(i) + c] += map.weights()[s] * old.get(map.sources()[s], c);
        }
      }
    }
    return out;
  }

  /** Primary sources of the rows of one kind, in plan order. */
  static int[] sources(PrunePlan plan, TokenKind kind) {
    int[] primary = plan.rows().primarySources();
    return IntStream.range(0, primary.length)
        .filter(i -> plan.kinds()[i] == kind)
        .map(i -> primary[i])
        .toArray();
  }

  /** Numbers separated by spaces as one matrix row. */
  static float[] row(String text) {
    String[] parts = text.strip().split("\\s+");
    float[] out = new float[parts.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = Float.parseFloat(parts[i]);
    }
    return out;
  }

  /** Rows in the notation of the specification: {@code [1,2] [3,4]} or {@code (1,2) (3,4)}. */
  static Matrix matrix(String text) {
    String[] parts = text.replaceAll("[\\[(\\])]", " ").strip().split("\\s+");
    float[][] rows = new float[parts.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(parts[i].replace(',', ' '));
    }
    return Matrix.of(rows);
  }
}
