package io.qcpruner.model.internal.measure;

/**
 * What a model loses on a text, and how far it is from the same model with stored weights. Means
 * are over the tokens that the model had to foretell.
 */
public final class TextLoss {
  private final SampleMean loss = new SampleMean();
  private final SampleMean storedLoss = new SampleMean();
  private final SampleMean difference = new SampleMean();
  private final SampleMean divergence = new SampleMean();
  private final SampleMean same = new SampleMean();

  /** A row without another model to compare with. */
  void add(float[] logits, int next) {
    loss.add(logSum(logits) - logits[next]);
  }

  /**
   * A row of both models.
   *
   * @param next the token that follows in the text
   */
  void add(float[] stored, float[] rounded, int next) {
    double storedSum = logSum(stored);
    double sum = logSum(rounded);
    loss.add(sum - rounded[next]);
    storedLoss.add(storedSum - stored[next]);
    difference.add(sum - rounded[next] - (storedSum - stored[next]));
    divergence.add(divergence(stored, storedSum, rounded, sum));
    same.add(LogitError.argmax(stored) == LogitError.argmax(rounded) ? 1 : 0);
  }

  /** The logarithm of the sum of exponentials. */
  private static double logSum(float[] logits) {
    float largest = logits[LogitError.argmax(logits)];
    double sum = 0;
    for (float logit : logits) {
      sum += Math.exp((double) logit - largest); // floats would round the difference
    }
    return largest + Math.log(sum);
  }

  /** Kullback-Leibler divergence of the rounded model's distribution from the stored model's. */
  private static double divergence(float[] p, double pSum, float[] q, double qSum) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      double logP = p[i] - pSum;
      sum += Math.exp(logP) * (logP - (q[i] - qSum));
    }
    return Math.max(0, sum); // rounding may leave a tiny negative number
  }

  /** Negative log-likelihood of a token in nats; its exponential is the perplexity. */
  public SampleMean loss() {
    return loss;
  }

  /** Like above, with stored weights; empty without them. */
  public SampleMean storedLoss() {
    return storedLoss;
  }

  /** How much more is lost than with stored weights, token by token: its error is small. */
  public SampleMean difference() {
    return difference;
  }

  /** Nats. */
  public SampleMean divergence() {
    return divergence;
  }

  /** Share of rows whose most likely token is that of stored weights. */
  public SampleMean sameFirstChoice() {
    return same;
  }
}
