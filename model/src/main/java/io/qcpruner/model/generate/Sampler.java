package io.qcpruner.model.generate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Chooses tokens for one answer. Ties go to the lowest id. */
public final class Sampler {
  private final SamplingSettings settings;
  private final SplittableRandom random; // mixes its seed, so neighbouring seeds differ
  private final BitSet present = new BitSet();

  /**
   * @param presentIds ids that count as already said: the prompt's, where the reference counts them
   */
  public Sampler(SamplingSettings settings, int[] presentIds) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    Arrays.stream(presentIds).filter(id -> id >= 0).forEach(present::set);
  }

  /** The next token; it counts as present from now on. */
  public int next(float[] logits) {
    int limit = settings.vocabularyLimit();
    int size = limit == 0 ? logits.length : Math.min(limit, logits.length);
    float[] scores = Arrays.copyOf(logits, size);
    penalise(scores);
    int id = settings.temperature() == 0 ? argmax(scores) : draw(scores);
    present.set(id);
    return id;
  }

  private void penalise(float[] scores) {
    float p = (float) settings.repetitionPenalty();
    if (p == 1f) {
      return;
    }
    for (int id = present.nextSetBit(0); id >= 0 && id < scores.length; ) {
      scores[id] = scores[id] > 0 ? scores[id] / p : scores[id] * p;
      id = present.nextSetBit(id + 1);
    }
  }

  private static int argmax(float[] scores) {
    int best = 0;
    float most = scores[0];
    for (int i = 1; i < scores.length; i++) {
      if (scores[i] > most) {
        most = scores[i];
        best = i;
      }
    }
    return best;
  }

  private int draw(float[] scores) {
    double top = scores[argmax(scores)];
    double[] weight = new double[scores.length];
    Arrays.setAll(weight, i -> Math.exp((scores[i] - top) / settings.temperature()));
    int[] order =
        settings.topP() < 1 ? byWeight(weight) : IntStream.range(0, weight.length).toArray();
    double total = Arrays.stream(weight).sum();
    double kept = settings.topP() < 1 ? nucleus(weight, order, total) : total;
    double left = random.nextDouble() * kept;
    int id = order[0];
    for (int i : order) {
      if (weight[i] > 0) {
        id = i;
        left -= weight[i];
        if (left < 0) {
          break;
        }
      }
    }
    return id;
  }

  /** Weight of the shortest prefix that reaches the top-p share. */
  private double nucleus(double[] weight, int[] order, double total) {
    double sum = 0;
    for (int i : order) {
      sum += weight[i];
      if (sum >= settings.topP() * total) {
        break;
      }
    }
    return sum;
  }

  private static int[] byWeight(double[] weight) {
    return IntStream.range(0, weight.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -weight[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
