package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.decoder.QueryKeyTap;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

  /** Counting is learnt from nouns that mean several objects, and they are few. */
  static final float SEVERAL = 5;

  private final Holder holder;
  private final boolean even;
  private final int firstHead;
  private final List<Tensor> losses = new ArrayList<>();
  private final int count;
  private final int pictures;
  private int most; // m: most looks of one picture; pictures with fewer are padded
  private Tensor queryRows; // [B · m] into [B · S]
  private Tensor blocked; // [B, 1, m, S] true where the row may not look
  private Tensor wanted; // [B, h, m, S] 1 where it should look
  private Tensor real; // [B, 1, m] each look's share of the mean, 0 for padding

  /**
   * @param visible [B, 1, T, S]
   */
  LookLoss(Batch batch, Batch.Aim aim, PackedRows rows, Tensor visible, Holder holder) {
    this.holder = holder;
    this.even = aim == Batch.Aim.CENTERS;
    this.firstHead = even || aim == Batch.Aim.ASKED ? HEADS : 0;
    this.pictures = batch.size();
    List<Batch.Look> looks = batch.looks().stream().filter(l -> l.aim() == aim).toList();
    this.count = looks.size();
    if (count == 0) {
      return;
    }
    int[] perPicture = new int[pictures];
    looks.forEach(l -> perPicture[l.picture()]++);
    most = Arrays.stream(perPicture).max().getAsInt();
    int s = rows.count();
    int[] query = new int[pictures * most];
    int[] text = new int[pictures * most];
    for (int i = 0; i < query.length; i++) {
      text[i] = i / most * batch.textRows();
      query[i] = rows.flatRow(text[i]);
    }
    float[] target = new float[pictures * HEADS * most * s];
    float[] weight = new float[pictures * most];
    int[] next = new int[pictures];
    float total = 0;
    for (Batch.Look look : looks) {
      total += weight(look);
    }
    for (Batch.Look look : looks) {
      int b = look.picture();
      int m = next[b]++;
      text[b * most + m] = look.row();
      query[b * most + m] = rows.flatRow(look.row());
      weight[b * most + m] = weight(look) / (total * HEADS);
      mark(target, (b * HEADS * most + m) * s, look.first(), aim, rows);
      mark(target, ((b * HEADS + 1) * most + m) * s, look.second(), aim, rows);
    }
    queryRows = Tensors.ofIndices(query, CPU);
    wanted = Tensors.ofFloats(target, CPU, pictures, HEADS, most, s);
    real = Tensors.ofFloats(weight, CPU, pictures, 1, most);
    blocked =
        visible
            .flatten(0, 2)
            .index_select(0, Tensors.ofIndices(text, CPU))
            .logical_not()
            .view(pictures, 1, most, s);
  }

  private static float weight(Batch.Look look) {
    return look.aim() == Batch.Aim.CENTERS && look.first().length > 1 ? SEVERAL : 1;
  }

  private static void mark(float[] target, int at, int[] where, Batch.Aim aim, PackedRows rows) {
    boolean even = aim == Batch.Aim.CENTERS;
    float share = even ? 1f / (1 + where.length) : 1;
    for (int w : where) {
      boolean patch = even || aim == Batch.Aim.OBJECT || aim == Batch.Aim.ASKED;
      target[at + (patch ? rows.patchRow(w) : rows.rowOfText(w))] = share;
    }
    if (even || where.length == 0) {
      target[at] = share;
    }
  }

  @Override
  public void record(Tensor queries, Tensor keys) {
    if (count == 0) {
      return;
    }
    long dim = queries.size(3);
    Tensor q =
        queries
            .narrow(1, firstHead, HEADS)
            .transpose(1, 2)
            .flatten(0, 1)
            .index_select(0, queryRows)
            .view(pictures, most, HEADS, dim)
            .transpose(1, 2); // [B, h, m, d]
    Tensor k = keys.narrow(1, firstHead, HEADS); // [B, h, S, d]
    Tensor scores = q.matmul(k.transpose(2, 3)).mul(new Scalar(1 / Math.sqrt(dim)));
    Tensor attention = scores.masked_fill(blocked, new Scalar(-1e9)).softmax(-1); // [B, h, m, S]
    Tensor loss =
        even
            ? sum(attention.add(new Scalar(FLOOR)).log().mul(wanted))
            : sum(attention.mul(wanted)).add(new Scalar(FLOOR)).log();
    losses.add(holder.hold(loss.mul(real).sum().neg()));
  }

  private static Tensor sum(Tensor t) {
    return t.sum(new long[] {-1}, false, new ScalarTypeOptional());
  }

  /** Mean over the layers that were tapped; empty if there was nothing to look at. */
  Optional<Tensor> mean() {
    if (losses.isEmpty()) {
      return Optional.empty();
    }
    Tensor sum = losses.get(0);
    for (int i = 1; i < losses.size(); i++) {
      sum = sum.add(losses.get(i));
    }
    return Optional.of(sum.mul(new Scalar(1.0 / losses.size())));
  }
}
