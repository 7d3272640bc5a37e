package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Cosines and signed sines of one set of positions.
 *
 * @param cos [B or 1, 1, n, d_h]
 * @param sin [B or 1, 1, n, d_h], the first half negated, so that rotate-half becomes a roll
 */
public record RotaryTable(Tensor cos, Tensor sin) {

  /** The table of the given angles [B, n, d_h/2]; the second half repeats them. */
  public static RotaryTable ofAngles(Tensor angles) {
    Tensor cos = angles.cos();
    Tensor sin = angles.sin();
    return new RotaryTable(
        Tensors.cat(-1, cos, cos).unsqueeze(1), Tensors.cat(-1, sin.neg(), sin).unsqueeze(1));
  }

  /** x [B, heads, n, d_h] turned by the angle of its row. */
  public Tensor rotate(Tensor x) {
    long half = x.size(-1) / 2;
    Tensor swapped = torch.roll(x, new long[] {half}, -1);
    return torch.addcmul(x.mul(cos), swapped, sin);
  }

  /** The table that undoes {@link #rotate}, also one that makes rows longer. */
  public RotaryTable inverse() {
    Tensor square = torch.addcmul(cos.mul(cos), sin, sin);
    return new RotaryTable(cos.div(square), sin.neg().div(square));
  }

  /** The table of a contiguous part of the rows, without a copy. */
  public RotaryTable rows(long from, long count) {
    return new RotaryTable(cos.narrow(2, from, count), sin.narrow(2, from, count));
  }

  /** The table of the given rows. */
  public RotaryTable select(Tensor rows) {
    return new RotaryTable(cos.index_select(2, rows), sin.index_select(2, rows));
  }
}
