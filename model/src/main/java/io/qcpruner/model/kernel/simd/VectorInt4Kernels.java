package io.qcpruner.model.kernel.simd;

import io.qcpruner.model.kernel.Int4Kernels;
import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.Int8Tile;

/** Products and 8-bit codes by vector code. */
public final class VectorInt4Kernels implements Int4Kernels {

  @Override
  public void products(Int4Matrix w, int first, int end, Int8Tile x, float[] y) {
    if (x.rows() == 1) {
      Int4Row.products(w, first, end, x, y);
    } else {
      Int4Tile.products(w, first, end, x, y);
    }
  }

  @Override
  public void toBytes(
      Int4Matrix w,
      int panel,
      short[] out,
      int offset,
      int stride,
      float[] scales,
      int[] sums,
      int at) {
    new Int4Bytes(w, panel).write(out, offset, stride, scales, sums, at);
  }
}
