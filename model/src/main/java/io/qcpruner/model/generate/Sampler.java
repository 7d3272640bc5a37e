package io.qcpruner.model.generate;

import io.qcpruner.text.internal.grammar.GrammarGuide;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Chooses tokens for one answer. Ties go to the lowest id. */
public final class Sampler {
  private final SamplingSettings settings;
  private final SplittableRandom random; // mixes its seed, so neighbouring seeds differ
  private final BitSet present = new BitSet();
  private final LogitRules rules;
  private final Optional<GrammarGuide> guide;
  private final List<Integer> stopIds;
  private final Map<Integer, Integer> counts = new HashMap<>();
  private final List<TokenScore> scores = new ArrayList<>();

  /**
   * @param presentIds ids that count as already said: the prompt's, where the reference counts them
   */
  public Sampler(SamplingSettings settings, int[] presentIds) {
    this(settings, presentIds, LogitRules.NONE, Optional.empty(), List.of());
  }

  /**
   * @param guide follows the answer through the grammar of the rules
   * @param stopIds tokens that end an answer, allowed where the grammar lets it end
   */
  public Sampler(
      SamplingSettings settings,
      int[] presentIds,
      LogitRules rules,
      Optional<GrammarGuide> guide,
      List<Integer> stopIds) {
    this.settings = settings;
    this.rules = rules;
    this.guide = guide;
    this.stopIds = List.copyOf(stopIds);
    this.random = new SplittableRandom(settings.seed());
    Arrays.stream(presentIds).filter(id -> id >= 0).forEach(present::set);
  }

  /** The next token; it counts as present from now on. */
  public int next(float[] logits) {
    int limit = settings.vocabularyLimit();
    int size = limit == 0 ? logits.length : Math.min(limit, logits.length);
    float[] scores = Arrays.copyOf(logits, size);
    penalise(scores);
    change(scores);
    int id = settings.temperature() == 0 ? argmax(scores) : draw(scores);
    present.set(id);
    counts.merge(id, 1, Integer::sum);
    if (!stopIds.contains(id)) {
      guide.ifPresent(g -> g.accept(id));
      if (rules.logprobs() >= 0) {
        this.scores.add(TokenScore.of(logits, size, id, rules.logprobs()));
      }
    }
    return id;
  }

  /** Whether the answer is whole by its grammar and nothing can follow. */
  public boolean isComplete() {
    return guide.isPresent() && guide.get().isComplete();
  }

  /** How likely the newest token was; empty unless asked for. */
  public Optional<TokenScore> lastScore() {
    return scores.isEmpty() ? Optional.empty() : Optional.of(scores.get(scores.size() - 1));
  }

  /** How likely the tokens so far were, without those that ended the answer. */
  public List<TokenScore> scores() {
    return List.copyOf(scores);
  }

  /** Penalties and bias as OpenAI defines them, then the grammar. */
  private void change(float[] scores) {
    if (rules.changesLogits()) {
      counts.forEach(
          (id, count) ->
              scores[id] -= (float) (count * rules.frequencyPenalty() + rules.presencePenalty()));
      rules
          .bias()
          .forEach(
              (id, bias) -> {
                if (id < scores.length) {
                  scores[id] += bias.floatValue();
                }
              });
    }
    guide.ifPresent(g -> mask(scores, g));
  }

  private void mask(float[] scores, GrammarGuide grammar) {
    BitSet allowed = grammar.allowed();
    BitSet open = allowed;
    if (grammar.mayEnd()) {
      open = (BitSet) allowed.clone();
      stopIds.forEach(open::set);
    }
    if (open.nextSetBit(0) < 0 || open.nextSetBit(0) >= scores.length) {
      throw new IllegalStateException("no token of this model can go on with the answer's form");
    }
    for (int id = 0; id < scores.length; id++) {
      if (!open.get(id)) {
        scores[id] = Float.NEGATIVE_INFINITY;
      }
    }
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
