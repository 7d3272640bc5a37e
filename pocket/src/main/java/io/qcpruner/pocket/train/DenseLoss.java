package io.qcpruner.pocket.train;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Names every patch in the decoder's own words: the cosine between a projected patch and the
 * embedding of each word of a group is its logit. It makes visual rows comparable with words, as
 * CLIP features are with captions.
 */
final class DenseLoss implements AutoCloseable {

  private static final Placement CPU = Placement.cpu();
  private static final double SHARPNESS = 20;

  /** Logits from one edge of the picture to the other. */
  private static final double COORDINATE_RANGE = 16;

  /** Most patches are background; one of them counts this much. */
  private static final float BACKGROUND_WEIGHT = 0.15f;

  private static final float[] GROUP_WEIGHTS = {1, 1, 0.3f, 0.3f, 0.15f, 0.15f, 0.3f};

  private final Holder holder = new Holder();
  private final List<Tensor> wordIds = new ArrayList<>();
  private final Tensor nameWeights;

  DenseLoss(TurnEncoder encoder) {
    DenseWords words = new DenseWords();
    for (List<String> group : words.groups()) {
      int[] ids = group.stream().mapToInt(encoder::word).toArray();
      wordIds.add(holder.hold(Tensors.ofIndices(ids, CPU)));
    }
    float[] weights = new float[words.groups().get(0).size()];
    Arrays.fill(weights, 1);
    weights[0] = BACKGROUND_WEIGHT;
    nameWeights = holder.hold(Tensors.ofFloats(weights, CPU, weights.length));
  }

  /**
   * @param visual projected patches [B, V, D]
   * @param table embeddings [vocabulary, D]
   */
  Tensor of(Tensor visual, Tensor table, Batch batch) {
    Tensor rows = unit(visual.flatten(0, 1)).mul(new Scalar(SHARPNESS));
    Tensor sum = null;
    for (int g = 0; g < wordIds.size(); g++) {
      Tensor words = unit(table.index_select(0, wordIds.get(g)));
      TensorOptional weight = g == 0 ? new TensorOptional(nameWeights) : new TensorOptional();
      Tensor logits = torch.linear(rows, words);
      int[] labels = batch.dense()[g];
      Tensor loss =
          DenseWords.GRADED.contains(g)
              ? graded(logits, labels)
              : torch.cross_entropy_loss(
                  logits, Tensors.ofIndices(labels, CPU), weight, 1, DenseWords.IGNORE, 0);
      loss = loss.mul(new Scalar(GROUP_WEIGHTS[g]));
      sum = sum == null ? loss : sum.add(loss);
    }
    return sum;
  }

  /**
   * Squared error of the difference of the two words' logits against a coordinate, so that places
   * can be compared by subtraction.
   */
  private static Tensor graded(Tensor logits, int[] labels) {
    float[] target = new float[labels.length];
    float[] weight = new float[labels.length];
    int valid = 0;
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] != DenseWords.IGNORE) {
        valid++;
        target[i] = (float) (COORDINATE_RANGE * (labels[i] / 1000.0 - 0.5));
        weight[i] = 1;
      }
    }
    Tensor difference = logits.select(1, 1).sub(logits.select(1, 0));
    return difference
        .sub(Tensors.ofFloats(target, CPU, labels.length))
        .square()
        .mul(Tensors.ofFloats(weight, CPU, labels.length))
        .sum()
        .mul(new Scalar(1.0 / Math.max(1, valid)));
  }

  private static Tensor unit(Tensor rows) {
    Tensor squares =
        rows.square().sum(new long[] {-1}, true, new org.bytedeco.pytorch.ScalarTypeOptional());
    return rows.mul(squares.add(new Scalar(1e-6)).rsqrt());
  }

  /** Share of object patches named rightly, and coloured rightly. */
  double[] accuracy(Tensor visual, Tensor table, Batch batch) {
    double[] right = new double[2];
    for (int g = 0; g < 2; g++) {
      Tensor words = unit(table.index_select(0, wordIds.get(g)));
      Tensor logits = torch.linear(unit(visual.flatten(0, 1)), words);
      long[] best =
          Tensors.toLongs(logits.argmax(new org.bytedeco.pytorch.LongOptional(-1), false));
      int hits = 0;
      int all = 0;
      for (int i = 0; i < best.length; i++) {
        if (batch.dense()[1][i] != DenseWords.IGNORE) {
          all++;
          hits += best[i] == batch.dense()[g][i] ? 1 : 0;
        }
      }
      right[g] = all == 0 ? 0 : (double) hits / all;
    }
    return right;
  }

  @Override
  public void close() {
    holder.close();
  }
}
