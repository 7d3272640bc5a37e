package io.qcpruner.bench;

import io.qcpruner.eval.metric.VqaAccuracy;
import io.qcpruner.eval.metric.VqaNormalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Scores 100 000 VQA answers against ten references each, from a cold JVM. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 3)
@Fork(3)
public class VqaScoringBenchmark {

  private static final int ANSWERS = 100_000;
  private static final String[] WORDS = {
    "yes",
    "no",
    "the red bus",
    "2",
    "two",
    "black-and-white",
    "dont know",
    "8:30",
    "Macy's",
    "$500,000",
    "a man on a bench.",
    "none",
    "nokia",
    "surf board",
    "left, right"
  };

  private final List<String> predictions = new ArrayList<>();
  private final List<List<String>> references = new ArrayList<>();

  @Setup
  public void draw() {
    Random random = new Random(7);
    for (int i = 0; i < ANSWERS; i++) {
      predictions.add(WORDS[random.nextInt(WORDS.length)]);
      List<String> ten = new ArrayList<>();
      for (int j = 0; j < 10; j++) {
        ten.add(WORDS[random.nextInt(WORDS.length)]);
      }
      references.add(ten);
    }
  }

  @Benchmark
  public double score() {
    double sum = 0;
    for (int i = 0; i < ANSWERS; i++) {
      sum += VqaAccuracy.score(predictions.get(i), references.get(i), VqaNormalizer::full);
    }
    return sum;
  }
}
