package io.qcpruner.model.internal.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Figures of a text against sums written out in doubles. */
@ExtendWith(Seeded.class)
final class TextLossTest {
  private static final int ROWS = 40;
  private static final int WORDS = 23;

  @Test
  void meansAndErrorsAreThoseOfTheDefinitions(Random random) {
    TextLoss loss = new TextLoss();
    double[] own = new double[ROWS];
    double[] more = new double[ROWS];
    double divergence = 0;
    double same = 0;
    for (int r = 0; r < ROWS; r++) {
      float[] stored = draw(random, 3);
      float[] rounded = stored.clone();
      for (int i = 0; i < WORDS; i++) {
        rounded[i] += (float) random.nextGaussian();
      }
      int next = random.nextInt(WORDS);
      loss.add(stored, rounded, next);
      double[] p = softmax(stored);
      double[] q = softmax(rounded);
      own[r] = -Math.log(q[next]);
      more[r] = own[r] + Math.log(p[next]);
      for (int i = 0; i < WORDS; i++) {
        divergence += p[i] * Math.log(p[i] / q[i]) / ROWS;
      }
      same += largest(p) == largest(q) ? 1.0 / ROWS : 0;
    }
    assertEquals(ROWS, loss.loss().count());
    check(own, loss.loss());
    check(more, loss.difference());
    assertEquals(divergence, loss.divergence().value(), 1e-9);
    assertEquals(same, loss.sameFirstChoice().value(), 1e-12);
  }

  /** Numbers far beyond what exponentials hold. */
  @Test
  void largeLogitsDoNotOverflow() {
    TextLoss loss = new TextLoss();
    loss.add(new float[] {3000, 2000}, new float[] {-3000, -4000}, 1);
    assertEquals(1000, loss.loss().value(), 1e-6);
    assertEquals(0, loss.divergence().value(), 1e-9);
    assertTrue(Double.isNaN(loss.loss().standardError()), "one sample has no error");
  }

  private static void check(double[] samples, SampleMean mean) {
    double sum = 0;
    for (double sample : samples) {
      sum += sample;
    }
    double expected = sum / samples.length;
    double squares = 0;
    for (double sample : samples) {
      squares += (sample - expected) * (sample - expected);
    }
    assertEquals(expected, mean.value(), 1e-9);
    double error = Math.sqrt(squares / (samples.length - 1.0)) / Math.sqrt(samples.length);
    assertEquals(error, mean.standardError(), 1e-9);
  }

  private static float[] draw(Random random, double spread) {
    float[] made = new float[WORDS];
    for (int i = 0; i < made.length; i++) {
      made[i] = (float) (spread * random.nextGaussian());
    }
    return made;
  }

  private static double[] softmax(float[] x) {
    double[] made = new double[x.length];
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      made[i] = Math.exp(x[i]);
      sum += made[i];
    }
    for (int i = 0; i < x.length; i++) {
      made[i] /= sum;
    }
    return made;
  }

  private static int largest(double[] x) {
    int best = 0;
    for (int i = 1; i < x.length; i++) {
      best = x[i] > x[best] ? i : best;
    }
    return best;
  }
}
