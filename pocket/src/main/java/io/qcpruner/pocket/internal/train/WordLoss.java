package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.scene.Lexicon;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Describes rows in the decoder's own words: the cosine between a row and the embedding of each
 * word of a group is its logit. For projected patches it makes visual rows comparable with words,
 * as CLIP features are with captions; for nouns halfway up it says what they found in the picture;
 * for answering rows it says what the answer follows from.
 */
final class WordLoss implements AutoCloseable {

  private static final Placement CPU = Placement.cpu();
  private static final double SHARPNESS = 20;

  /** Logits from one edge of the picture to the other. */
  private static final double COORDINATE_RANGE = 16;

  /** Most patches are background; one of them counts this much. */
  private static final float BACKGROUND_WEIGHT = 0.15f;

  /** Written words need several patches to be told apart and are learnt last. */
  private static final float WRITTEN_WEIGHT = 2.5f;

  private static final float[] GROUP_WEIGHTS = {
    1, 1, 0.3f, 0.3f, 0.15f, 0.15f, 0.6f, 1, 1, 1, 0.15f
  };

  /** Few patches are centres, and most nouns mean one object. */
  private static final float[] CENTER_WEIGHTS = {0.3f, 1};

  private static final float[] NUMBER_WEIGHTS = {0.7f, 0.2f, 1, 3, 4};

  private final Holder holder = new Holder();
  private final List<Tensor> wordIds = new ArrayList<>();
  private final List<TensorOptional> classWeights = new ArrayList<>();

  WordLoss(TurnEncoder encoder) {
    DenseWords words = new DenseWords();
    for (List<String> group : words.groups()) {
      int[] ids = group.stream().mapToInt(encoder::word).toArray();
      wordIds.add(holder.hold(Tensors.ofIndices(ids, CPU)));
    }
    float[] weights = new float[words.groups().get(0).size()];
    Arrays.fill(weights, 1);
    weights[0] = BACKGROUND_WEIGHT;
    Arrays.fill(weights, weights.length - Lexicon.WORDS.size(), weights.length, WRITTEN_WEIGHT);
    for (int g = 0; g < wordIds.size(); g++) {
      classWeights.add(new TensorOptional());
    }
    classWeights.set(0, weights(weights));
    classWeights.set(DenseWords.CENTER, weights(CENTER_WEIGHTS));
    classWeights.set(DenseWords.NUMBER, weights(NUMBER_WEIGHTS));
  }

  private TensorOptional weights(float[] perClass) {
    return new TensorOptional(holder.hold(Tensors.ofFloats(perClass, CPU, perClass.length)));
  }

  /**
   * @param visual projected patches [B, V, D]
   * @param table embeddings [vocabulary, D]
   */
  Tensor ofPatches(Tensor visual, Tensor table, Batch batch) {
    return of(visual.flatten(0, 1), table, batch.dense());
  }

  /**
   * @param h rows after a middle layer [B, S, D]
   * @return null without nouns
   */
  Tensor ofNouns(Tensor h, Tensor table, Batch batch, PackedRows rows) {
    List<Batch.Noun> nouns = batch.nouns();
    if (nouns.isEmpty()) {
      return null;
    }
    int[] at = nouns.stream().mapToInt(n -> rows.flatRow(n.row())).toArray();
    int[][] labels = new int[wordIds.size()][nouns.size()];
    for (int i = 0; i < nouns.size(); i++) {
      for (int g = 0; g < labels.length; g++) {
        labels[g][i] = nouns.get(i).labels()[g];
      }
    }
    return of(h.flatten(0, 1).index_select(0, Tensors.ofIndices(at, CPU)), table, labels);
  }

  /**
   * When each visual row is seen, from "first" to "last".
   *
   * @param h rows after an early layer [B, S, D]
   */
  Tensor ofTimes(Tensor h, Tensor table, Batch batch, PackedRows rows) {
    int[] times = batch.visual().times();
    int[][] labels = new int[wordIds.size()][batch.size() * times.length];
    for (int g = 0; g < labels.length; g++) {
      for (int i = 0; i < labels[g].length; i++) {
        labels[g][i] = g == DenseWords.TIME ? times[i % times.length] : DenseWords.IGNORE;
      }
    }
    Tensor visual = h.narrow(1, rows.patchRow(0), times.length);
    return of(visual.flatten(0, 1), table, labels);
  }

  /** Like {@link #ofNouns}, for the rows that answer and against all words. */
  Tensor ofHints(Tensor h, Tensor table, Batch batch, PackedRows rows) {
    List<Batch.Hint> hints = batch.hints();
    if (hints.isEmpty()) {
      return null;
    }
    int[] at = hints.stream().mapToInt(n -> rows.flatRow(n.row())).toArray();
    int[] tokens = hints.stream().mapToInt(Batch.Hint::token).toArray();
    Tensor answering = h.flatten(0, 1).index_select(0, Tensors.ofIndices(at, CPU));
    Tensor logits = torch.linear(unit(answering).mul(new Scalar(SHARPNESS)), unit(table));
    return torch.cross_entropy_loss(
        logits, Tensors.ofIndices(tokens, CPU), new TensorOptional(), 1, DenseWords.IGNORE, 0);
  }

  /** Sum over the groups that say something about any of the rows [N, D]. */
  private Tensor of(Tensor described, Tensor table, int[][] labels) {
    Tensor rows = unit(described).mul(new Scalar(SHARPNESS));
    Tensor sum = null;
    for (int g = 0; g < wordIds.size(); g++) {
      if (Arrays.stream(labels[g]).allMatch(l -> l == DenseWords.IGNORE)) {
        continue;
      }
      Tensor words = unit(table.index_select(0, wordIds.get(g)));
      Tensor logits = torch.linear(rows, words);
      Tensor loss =
          DenseWords.GRADED.contains(g)
              ? graded(logits, labels[g])
              : torch.cross_entropy_loss(
                  logits,
                  Tensors.ofIndices(labels[g], CPU),
                  classWeights.get(g),
                  1,
                  DenseWords.IGNORE,
                  0);
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
