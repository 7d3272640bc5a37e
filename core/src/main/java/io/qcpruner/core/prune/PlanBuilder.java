package io.qcpruner.core.prune;

import io.qcpruner.core.layout.TokenKind;
import java.util.ArrayList;
import java.util.List;

/** Writes the rows of a {@link PrunePlan} one after another. */
public final class PlanBuilder {

  private record Row(TokenKind kind, int[] sources, float[] weights) {}

  private final List<Row> rows = new ArrayList<>();

  /** A row that goes on unchanged. */
  public PlanBuilder keep(TokenKind kind, int source) {
    return mix(kind, new int[] {source}, new float[] {1f});
  }

  /** A weighted sum of old rows; the first source gives position and grid place. */
  public PlanBuilder mix(TokenKind kind, int[] sources, float[] weights) {
    if (sources.length == 0 || sources.length != weights.length) {
      throw new IllegalArgumentException(
          "a row of " + sources.length + " sources and " + weights.length + " weights");
    }
    rows.add(new Row(kind, sources, weights));
    return this;
  }

  public int size() {
    return rows.size();
  }

  public PrunePlan build(PositionPolicy positions) {
    int[] offsets = new int[rows.size() + 1];
    for (int i = 0; i < rows.size(); i++) {
      offsets[i + 1] = offsets[i] + rows.get(i).sources.length;
    }
    int[] sources = new int[offsets[rows.size()]];
    float[] weights = new float[sources.length];
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      System.arraycopy(row.sources, 0, sources, offsets[i], row.sources.length);
      System.arraycopy(row.weights, 0, weights, offsets[i], row.sources.length);
    }
    TokenKind[] kinds = rows.stream().map(Row::kind).toArray(TokenKind[]::new);
    return new PrunePlan(new RowMap(offsets, sources, weights), kinds, positions, false);
  }
}
