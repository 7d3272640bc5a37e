package io.qcpruner.text.internal.keyword;

import io.qcpruner.core.anchor.TextEmbedder;
import io.qcpruner.json.Sha256;
import java.util.HexFormat;

/**
 * Static word vectors: a text is the mean of the rows of its tokens. The model2vec format (Tulkens,
 * van Dongen: "Model2Vec: Fast State-of-the-Art Static Embeddings"); immutable and safe for use by
 * several threads.
 */
public final class StaticModel implements TextEmbedder {

  private static final int MAX_TOKENS = 512;
  private static final double NORM_FLOOR = 1e-32;

  private final String source;
  private final KeywordTokenizer tokenizer;
  private final int unknownId;
  private final int maxCodePoints;
  private final VectorTable table;
  private final double[] weights;
  private final int[] mapping;
  private final boolean normalize;

  /**
   * @param weights one factor per token id, or null
   * @param mapping row of each token id, or null when they are the same
   */
  StaticModel(
      String source,
      TokenizerFile vocabulary,
      KeywordTokenizer tokenizer,
      VectorTable table,
      double[] weights,
      int[] mapping,
      boolean normalize) {
    this.source = source;
    this.tokenizer = tokenizer;
    this.unknownId = vocabulary.unknownId();
    this.maxCodePoints = MAX_TOKENS * vocabulary.medianLength();
    this.table = table;
    this.weights = weights;
    this.mapping = mapping;
    this.normalize = normalize;
  }

  /** Where the model was read from. */
  public String source() {
    return source;
  }

  public int rows() {
    return table.rows();
  }

  @Override
  public int dimensions() {
    return table.dimensions();
  }

  /** SHA-256 of the stored table; computed on each call, so ask once. */
  public String tableHash() {
    return HexFormat.of().formatHex(table.digest(Sha256.start()));
  }

  @Override
  public double[] embed(String text) {
    double[] mean = new double[table.dimensions()];
    int used = 0;
    for (int id : tokenizer.encode(cut(text))) {
      if (id != unknownId && used < MAX_TOKENS) {
        table.add(mapping == null ? id : mapping[id], weights == null ? 1 : weights[id], mean);
        used++;
      }
    }
    if (used > 0) {
      scale(mean, 1.0 / used);
    }
    if (normalize) {
      scale(mean, 1 / (norm(mean) + NORM_FLOOR));
    }
    return mean;
  }

  /** Token ids of a text as they enter the mean: unknown ones removed, at most 512. */
  int[] tokens(String text) {
    return java.util.Arrays.stream(tokenizer.encode(cut(text)))
        .filter(id -> id != unknownId)
        .limit(MAX_TOKENS)
        .toArray();
  }

  private String cut(String text) {
    return text.length() <= maxCodePoints || text.codePointCount(0, text.length()) <= maxCodePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, maxCodePoints));
  }

  private static void scale(double[] vector, double factor) {
    for (int i = 0; i < vector.length; i++) {
      vector[i] *= factor;
    }
  }

  private static double norm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }
}
