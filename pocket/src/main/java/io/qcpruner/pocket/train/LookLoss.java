package io.qcpruner.pocket.train;

import io.qcpruner.model.decoder.QueryKeyTap;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Teaches a few heads to look from the last word of a noun phrase to the patches it means, or to
 * the first row if the thing is absent: minus the logarithm of the attention that falls there.
 */
final class LookLoss implements QueryKeyTap {

  private static final Placement CPU = Placement.cpu();
  private static final int HEADS = 2;
  private static final double FLOOR = 1e-6;

  private final Holder holder;
  private final List<Tensor> losses = new ArrayList<>();
  private final int mentions;
  private Tensor queryRows; // [M] into [B · S]
  private Tensor pictures; // [M] into [B]
  private Tensor blocked; // [M, 1, S] true where the row may not look
  private Tensor wanted; // [M, 1, S] 1 where it should look

  LookLoss(Batch batch, PackedRows rows, Tensor visible, Holder holder) {
    this.holder = holder;
    this.mentions = batch.mentions().size();
    if (mentions == 0) {
      return;
    }
    int s = rows.count();
    int[] query = new int[mentions];
    int[] picture = new int[mentions];
    float[] target = new float[mentions * s];
    for (int m = 0; m < mentions; m++) {
      Batch.PackedMention mention = batch.mentions().get(m);
      query[m] = rows.flatRow(mention.row());
      picture[m] = mention.picture();
      for (int p : mention.patches()) {
        target[m * s + rows.patchRow(p)] = 1;
      }
      if (mention.patches().length == 0) {
        target[m * s] = 1;
      }
    }
    queryRows = Tensors.ofIndices(query, CPU);
    pictures = Tensors.ofIndices(picture, CPU);
    wanted = Tensors.ofFloats(target, CPU, mentions, 1, s);
    blocked = visible.squeeze(1).flatten(0, 1).index_select(0, queryRows).logical_not().unsqueeze(1);
  }

  @Override
  public void record(Tensor rawQueries, Tensor rawKeys, Tensor queries, Tensor keys) {
    if (mentions == 0) {
      return;
    }
    Tensor q =
        queries
            .narrow(1, 0, HEADS)
            .transpose(1, 2)
            .flatten(0, 1)
            .index_select(0, queryRows)
            .unsqueeze(2); // [M, h, 1, d]
    Tensor k = keys.narrow(1, 0, HEADS).index_select(0, pictures); // [M, h, S, d]
    double scale = 1 / Math.sqrt(queries.size(3));
    Tensor scores = q.matmul(k.transpose(2, 3)).squeeze(2).mul(new Scalar(scale)); // [M, h, S]
    Tensor attention = scores.masked_fill(blocked, new Scalar(-1e9)).softmax(-1);
    Tensor mass = attention.mul(wanted).sum(new long[] {-1}, false, new org.bytedeco.pytorch.ScalarTypeOptional());
    losses.add(holder.hold(mass.add(new Scalar(FLOOR)).log().mean().neg()));
  }

  /** Mean over the layers that were tapped. */
  Tensor mean() {
    if (losses.isEmpty()) {
      return holder.hold(Tensors.ofFloats(new float[] {0}, CPU, 1).squeeze());
    }
    Tensor sum = losses.get(0);
    for (int i = 1; i < losses.size(); i++) {
      sum = sum.add(losses.get(i));
    }
    return sum.mul(new Scalar(1.0 / losses.size()));
  }
}
