package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rows of a packed sequence: P rows before the picture, V patches, T rows of turns. Every turn sees
 * the picture and itself, as if it were alone.
 */
final class PackedRows {

  private static final Placement CPU = Placement.cpu();
  private static final double HIDDEN = -1e9;

  private final Batch batch;
  private final int before;
  private final int patches;
  private final int rows;
  private final int[] answering;

  PackedRows(Batch batch) {
    this.batch = batch;
    this.before = batch.prefix().length;
    this.patches = batch.visual().count();
    this.rows = before + patches + batch.textRows();
    this.answering =
        IntStream.range(0, batch.target().length)
            .filter(i -> batch.target()[i] != DenseWords.IGNORE)
            .toArray();
  }

  /** Rows of one sequence, S. */
  int count() {
    return rows;
  }

  int patchRow(int patch) {
    return before + patch;
  }

  /** Row within its sequence of a row of the flattened text. */
  int rowOfText(int flat) {
    return before + patches + flat % batch.textRows();
  }

  /** Index in [B · S] of a row of the flattened text. */
  int flatRow(int flatText) {
    return flatText / batch.textRows() * rows + rowOfText(flatText);
  }

  Tensor prefixIds() {
    return Tensors.ofIndices(batch.prefix(), CPU).unsqueeze(0);
  }

  Tensor textIds() {
    return Tensors.ofIndices(batch.text(), CPU).view(batch.size(), batch.textRows());
  }

  /** Positions as in the whole picture: a turn starts after the last patch of the whole grid. */
  Tensor positions() {
    long[] all = new long[batch.size() * rows];
    int text = before + batch.visual().length();
    for (int b = 0; b < batch.size(); b++) {
      int at = b * rows;
      for (int i = 0; i < before; i++) {
        all[at + i] = i;
      }
      for (int i = 0; i < patches; i++) {
        all[at + before + i] = before + batch.visual().positions()[i];
      }
      for (int i = 0; i < batch.textRows(); i++) {
        all[at + before + patches + i] = text + batch.offset()[b * batch.textRows() + i];
      }
    }
    return Tensors.ofLongs(all, CPU, batch.size(), rows);
  }

  /** Rows before the turns: text and picture, seen by all turns. */
  int shared() {
    return before + patches;
  }

  /**
   * Boolean [B, 1, T, S]: text row i sees row j if j is not later and shared or of the same turn.
   */
  Tensor visible() {
    long[] owner = new long[batch.size() * rows];
    for (int b = 0; b < batch.size(); b++) {
      for (int i = 0; i < batch.textRows(); i++) {
        int turn = batch.turn()[b * batch.textRows() + i];
        owner[b * rows + before + patches + i] = turn == 0 ? -1 : turn;
      }
    }
    Tensor of = Tensors.ofLongs(owner, CPU, batch.size(), rows);
    Tensor keys = of.unsqueeze(1);
    Tensor turns = of.narrow(1, shared(), batch.textRows()).unsqueeze(2);
    Tensor same = turns.eq(keys).logical_or(keys.eq(new Scalar(0)));
    return same.tril(shared()).unsqueeze(1);
  }

  /** Like {@link #visible}, but no turn sees dropped patches. */
  Tensor visibleWithout(Tensor visible, boolean[] kept) {
    float[] seen = new float[rows];
    Arrays.fill(seen, 1);
    for (int i = 0; i < patches; i++) {
      seen[before + i] = kept[i] ? 1 : 0;
    }
    return visible.logical_and(Tensors.ofFloats(seen, CPU, rows).gt(new Scalar(0.5)));
  }

  /** The mask as numbers to add to scores, made once for all layers. */
  static Tensor additive(Tensor visible) {
    return visible.logical_not().to(ScalarType.Float).mul(new Scalar(HIDDEN));
  }

  Tensor answerRows() {
    return Tensors.ofIndices(Arrays.stream(answering).map(this::flatRow).toArray(), CPU);
  }

  Tensor answerTargets() {
    return Tensors.ofIndices(Arrays.stream(answering).map(i -> batch.target()[i]).toArray(), CPU);
  }

  /** Rows of the flattened text that predict something, in the order of {@link #answerRows}. */
  int[] answering() {
    return answering.clone();
  }
}
