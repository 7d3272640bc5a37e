package io.qcpruner.pocket.train;

import io.qcpruner.model.decoder.QueryKeyTap;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;

/**
 * Teaches two heads of a layer where to look: minus the logarithm of the attention that falls on
 * the wanted rows, or on the first row if the thing asked for is absent. For counting the wanted
 * rows must share the attention evenly instead.
 */
final class LookLoss implements QueryKeyTap {

  private static final Placement CPU = Placement.cpu();
  private static final int HEADS = 2;
  private static final double FLOOR = 1e-6;

  private final Holder holder;
  private final boolean even;
  private final List<Tensor> losses = new ArrayList<>();
  private final int count;
  private Tensor queryRows; // [M] into [B · S]
  private Tensor pictures; // [M] into [B]
  private Tensor blocked; // [M, 1, S] true where the row may not look
  private Tensor wanted; // [M, h, S] 1 where it should look

  LookLoss(Batch batch, Batch.Aim aim, PackedRows rows, Tensor visible, Holder holder) {
    this.holder = holder;
    this.even = aim == Batch.Aim.CENTERS;
    List<Batch.Look> looks = batch.looks().stream().filter(l -> l.aim() == aim).toList();
    this.count = looks.size();
    if (count == 0) {
      return;
    }
    int s = rows.count();
    int[] query = new int[count];
    int[] picture = new int[count];
    float[] target = new float[count * HEADS * s];
    for (int m = 0; m < count; m++) {
      Batch.Look look = looks.get(m);
      query[m] = rows.flatRow(look.row());
      picture[m] = look.picture();
      mark(target, m * HEADS * s, look.first(), aim, rows);
      mark(target, (m * HEADS + 1) * s, look.second(), aim, rows);
    }
    queryRows = Tensors.ofIndices(query, CPU);
    pictures = Tensors.ofIndices(picture, CPU);
    wanted = Tensors.ofFloats(target, CPU, count, HEADS, s);
    blocked =
        visible.squeeze(1).flatten(0, 1).index_select(0, queryRows).logical_not().unsqueeze(1);
  }

  private static void mark(float[] target, int at, int[] where, Batch.Aim aim, PackedRows rows) {
    boolean even = aim == Batch.Aim.CENTERS;
    float share = even ? 1f / (1 + where.length) : 1;
    for (int w : where) {
      boolean patch = even || aim == Batch.Aim.OBJECT;
      target[at + (patch ? rows.patchRow(w) : rows.rowOfText(w))] = share;
    }
    if (even || where.length == 0) {
      target[at] = share;
    }
  }

  @Override
  public void record(Tensor rawQueries, Tensor rawKeys, Tensor queries, Tensor keys) {
    if (count == 0) {
      return;
    }
    Tensor q =
        queries
            .narrow(1, even ? HEADS : 0, HEADS)
            .transpose(1, 2)
            .flatten(0, 1)
            .index_select(0, queryRows)
            .unsqueeze(2); // [M, h, 1, d]
    Tensor k = keys.narrow(1, even ? HEADS : 0, HEADS).index_select(0, pictures); // [M, h, S, d]
    double scale = 1 / Math.sqrt(queries.size(3));
    Tensor scores = q.matmul(k.transpose(2, 3)).squeeze(2).mul(new Scalar(scale)); // [M, h, S]
    Tensor attention = scores.masked_fill(blocked, new Scalar(-1e9)).softmax(-1);
    Tensor loss =
        even
            ? sum(attention.add(new Scalar(FLOOR)).log().mul(wanted))
            : sum(attention.mul(wanted)).add(new Scalar(FLOOR)).log();
    losses.add(holder.hold(loss.mean().neg()));
  }

  private static Tensor sum(Tensor t) {
    return t.sum(new long[] {-1}, false, new ScalarTypeOptional());
  }

  /** Mean over the layers that were tapped; null if there was nothing to look at. */
  Tensor mean() {
    if (losses.isEmpty()) {
      return null;
    }
    Tensor sum = losses.get(0);
    for (int i = 1; i < losses.size(); i++) {
      sum = sum.add(losses.get(i));
    }
    return sum.mul(new Scalar(1.0 / losses.size()));
  }
}
