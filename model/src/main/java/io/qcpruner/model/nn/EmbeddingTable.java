package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Rows of token ids, [vocabulary, D], in their stored type. */
public final class EmbeddingTable {
  private final Tensor table;
  private final Placement placement;

  public EmbeddingTable(Tensor table, Placement placement) {
    this.table = table;
    this.placement = placement;
  }

  /** In the compute type: [n] to [n, D], or [B, n] to [B, n, D]. */
  public Tensor rows(Tensor ids) {
    return Scopes.keep(() -> torch.embedding(table, ids).to(placement.compute()));
  }

  /** The rows in a Java array, one after another. */
  public float[] rows(int[] ids) {
    if (!MappedMatrix.isReadable(table)) {
      return Scopes.compute(() -> Tensors.toFloats(rows(Tensors.ofIndices(ids, placement))));
    }
    int width = Math.toIntExact(table.size(1));
    float[] out = new float[ids.length * width];
    for (int i = 0; i < ids.length; i++) {
      MappedMatrix.row(table, ids[i], out, i * width);
    }
    return out;
  }
}
