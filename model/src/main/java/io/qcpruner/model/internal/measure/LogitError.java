package io.qcpruner.model.internal.measure;

/**
 * How far rounded weights move the logits of a prompt.
 *
 * @param largest largest absolute difference
 * @param rms root of the mean square difference
 * @param spread standard deviation of the exact logits, for scale
 * @param sameToken whether the greedy token is the same
 */
public record LogitError(double largest, double rms, double spread, boolean sameToken) {

  public static LogitError of(float[] exact, float[] rounded) {
    double largest = 0;
    double squares = 0;
    double sum = 0;
    double sumOfSquares = 0;
    for (int i = 0; i < exact.length; i++) {
      double difference = exact[i] - rounded[i];
      largest = Math.max(largest, Math.abs(difference));
      squares += difference * difference;
      sum += exact[i];
      sumOfSquares += (double) exact[i] * exact[i];
    }
    double mean = sum / exact.length;
    return new LogitError(
        largest,
        Math.sqrt(squares / exact.length),
        Math.sqrt(sumOfSquares / exact.length - mean * mean),
        argmax(exact) == argmax(rounded));
  }

  static int argmax(float[] x) {
    int best = 0;
    for (int i = 1; i < x.length; i++) {
      best = x[i] > x[best] ? i : best;
    }
    return best;
  }
}
